import type { Break, LastCheck } from '../../../sync/desk/returns.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { CELL } from '../panes.tsx'

/** Renders the result of the nightly reconciliation of payments, ledger and the provider's balance. */
export function BreaksPart({ check }: { check: LastCheck | null }) {
  const breaks = check?.breaks ?? []
  return (
    <section className="grid content-start gap-2">
      <h3 className="label flex flex-wrap items-center gap-3">
        Compared with the provider{' '}
        {check?.breaks && <Badge tone={breaks.length === 0 ? 'success' : 'danger'}>{said(breaks)}</Badge>}
      </h3>
      <p className="max-w-2xl text-muted text-sm">{sentence(check)}</p>
      {check?.balance && (
        <p className="figures text-sm">
          Balance at the provider: {formatMoney(check.balance.theirCents, 'full')} by its own word,{' '}
          {formatMoney(check.balance.ourCents, 'full')} by the ledger.
        </p>
      )}
      {breaks.length > 0 && <BreaksTable breaks={breaks} />}
    </section>
  )
}

const said = ({ length }: readonly Break[]) => (length === 1 ? '1 break' : `${length} breaks`)

function sentence(check: LastCheck | null): string {
  if (!check)
    return 'Every night payments, ledger and the provider’s balance are compared. They have not been compared yet.'
  const at = formatDateTime(check.at)
  if (!check.breaks) return `${at}: the provider gave no answer. It is asked again next night.`
  const were = check.mended === 1 ? 'was' : 'were'
  const mended = check.mended > 0 ? ` ${check.mended} missing here ${were} taken in from the provider.` : ''
  return `Payments, ledger, the provider’s movements of 30 days and its balance in all, top-ups and bank payouts included, compared ${at}.${mended}`
}

function BreaksTable({ breaks }: { breaks: readonly Break[] }) {
  const cents = (value: number | null) => (value === null ? 'missing' : formatMoney(value, 'full'))
  return (
    <div className="card overflow-x-auto">
      <table className="figures w-full divide-y text-left text-sm">
        <thead>
          <tr className="label text-muted text-xs">
            {['What', 'Between', 'Here', 'There'].map((title) => (
              <th key={title} className={CELL}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {breaks.map(({ sourceId, between, ourCents, theirCents, payment }) => (
          <tbody key={`${between} ${sourceId} ${ourCents}`}>
            <tr>
              <td className={`${CELL} min-w-24 [overflow-wrap:anywhere]`}>
                {isOfBalance(between) ? 'Balance in all' : sourceId}
              </td>
              <td className={CELL}>{between}</td>
              <td className={CELL}>{cents(ourCents)}</td>
              <td className={CELL}>{cents(theirCents)}</td>
            </tr>
            {isOfBalance(between) && (
              <tr>
                <td colSpan={4} className={`${CELL} pt-0 text-muted`}>
                  <p className="max-w-2xl">{OF_BALANCE}</p>
                </td>
              </tr>
            )}
            {payment && (
              <tr>
                <td colSpan={4} className={`${CELL} pt-0 text-muted`}>
                  <p className="max-w-2xl [overflow-wrap:anywhere]">
                    {payment.intentId}: {WHAT_TO_DO[payment.question]}
                  </p>
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const isOfBalance = (between: Break['between']) => between === 'ledger and balance'

const OF_BALANCE =
  'What the movements of 30 days do not explain is older, or not known to the books. Compare the provider’s whole list with the entries of Provider balance under Ledger.'

const WHAT_TO_DO = {
  unknown:
    'the question it paid for is not known here, since a backup was restored. Its fan was charged: find this payment at the provider and refund all of it there. The next night then books the fee that the provider kept.',
  open: 'its question is still open here. It is taken in with the answer, or when the question ends; from then on it can be refunded here.',
} as const

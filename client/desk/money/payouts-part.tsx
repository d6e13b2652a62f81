import { type ReactNode, useEffect } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskPayout, DeskPayoutsAnswer } from '../../../sync/payment/payout.ts'
import { useDevice } from '../../store/use-device.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { ErrorLine } from '../error-line.tsx'
import { useRead } from '../use-read.ts'
import { FormerReferences, tidyReferences } from './former-references.tsx'
import { HoldButton, Holds } from './hold-payouts.tsx'
import { cameBack, deductedLines, setbackLines, WHY_BY_HAND, whereTo } from './money-words.ts'
import { CameBackButton } from './payout-setbacks.tsx'
import { PayoutSteps } from './payout-steps.tsx'

/**
 * Renders the payouts: those to pay by hand, the waiting transfers, the holds, and the payouts that were paid or
 * cancelled lately (S2-1.9, D34).
 */
export function PayoutsPart() {
  const { answer, errorText, reload } = useRead<DeskPayoutsAnswer>(DESK_CALLS.deskPayouts, {})
  const device = useDevice()
  useEffect(() => {
    // On a device that cannot be read now, all stays as it was typed.
    if (answer) tidyReferences(device, answer).catch(() => {})
  }, [device, answer])
  const isAllHeld = answer?.holds.some(({ personId }) => personId === null) ?? false
  return (
    <section aria-labelledby="payouts" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="payouts" className="label">
          Payouts
        </h3>
        {answer && !isAllHeld && <HoldButton of={null} onDone={reload} />}
      </div>
      <ErrorLine errorText={errorText} onAgain={reload} />
      {answer && (
        <>
          <Holds holds={answer.holds} onDone={reload} />
          {answer.open.length + answer.waiting.length === 0 && (
            <p className="text-muted text-sm">No payout is waiting. Transfers are made automatically.</p>
          )}
          <Payouts title="To be paid by hand" payouts={answer.open} onDone={reload} />
          <Payouts title="Transfers that wait" payouts={answer.waiting} onDone={reload} />
          <CutLine more={answer.moreToDo} shown="longest waiting">
            The others follow as these are paid.
          </CutLine>
        </>
      )}
      {answer && answer.paid.length > 0 && (
        <details>
          <summary className="label cursor-pointer py-2 text-sm">
            Recently paid or cancelled ({answer.paid.length})
          </summary>
          <ul className="card divide-y">
            {answer.paid.map((payout) => (
              <PayoutLine key={payout.id} payout={payout}>
                <Ended payout={payout} onDone={reload} />
              </PayoutLine>
            ))}
          </ul>
          <div className="pt-2">
            <CutLine more={answer.morePaid} shown="newest, and those paid by hand in the last 90 days,">
              The ledger has those of before.
            </CutLine>
          </div>
        </details>
      )}
    </section>
  )
}

function Ended({ payout, onDone }: { payout: DeskPayout; onDone: () => void }) {
  const { state, way } = payout
  const isKept = state === 'paid' && !cameBack(payout)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={isKept ? 'success' : 'plain'}>{ended(payout)}</Badge>
      {isKept && way === 'manual' && <CameBackButton payout={payout} onDone={onDone} />}
    </div>
  )
}

function ended(payout: DeskPayout): string {
  const { state, way } = payout
  if (state === 'cancelled') return 'Cancelled'
  if (cameBack(payout)) return 'Came back'
  return way === 'transfer' ? 'Transferred' : 'Paid by hand'
}

type PayoutsProps = { title: string; payouts: readonly DeskPayout[]; onDone: () => void }

function Payouts({ title, payouts, onDone }: PayoutsProps) {
  if (payouts.length === 0) return null
  return (
    <div className="grid gap-2">
      <h4 className="text-muted text-sm">{title}</h4>
      <ul className="card divide-y">
        {payouts.map((payout) => (
          <PayoutLine key={payout.id} payout={payout}>
            <PayoutSteps payout={payout} onDone={onDone} />
          </PayoutLine>
        ))}
      </ul>
    </div>
  )
}

/**
 * Renders one payout: the athlete, the amount, any deductions, the place to pay it, the reason to pay by hand, and
 * its date.
 */
function PayoutLine({ payout, children }: { payout: DeskPayout; children: ReactNode }) {
  const { name, username, amountCents, way, isClosed } = payout
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <p className="label min-w-0 text-base [overflow-wrap:anywhere]">
        {name} {username && <span className="text-muted text-sm">@{username}</span>}
      </p>
      <p className="figures label justify-self-end text-base">{formatMoney(amountCents, 'full')}</p>
      <div className="min-w-0 text-muted [overflow-wrap:anywhere] max-md:col-span-2">
        {way === 'manual' && <p>{whereTo(payout)}</p>}
        <p>{history(payout)}</p>
        {deductedLines(payout).map((line) => (
          <p key={line} className="figures text-warning">
            {line}
          </p>
        ))}
        {setbackLines(payout).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <FormerReferences payout={payout} />
        {isClosed && <p>The account was closed by the team.</p>}
      </div>
      <div className="justify-self-end max-md:col-span-2 max-md:justify-self-start">{children}</div>
    </li>
  )
}

function history(payout: DeskPayout): string {
  const { why, orderedAt, paidAt, cancelledAt, reference, paidBy, cancelledBy, cancelReason } = payout
  const at =
    paidAt !== null
      ? `Paid ${formatDate(paidAt)}`
      : cancelledAt !== null
        ? `Cancelled ${formatDate(cancelledAt)}`
        : `Ordered ${formatDate(orderedAt)}`
  return [
    at,
    why && WHY_BY_HAND[why],
    reference,
    paidBy && `confirmed by ${paidBy}`,
    cancelledBy ? `by ${cancelledBy}: ${cancelReason}` : cancelledAt !== null && 'nothing was left to pay',
  ]
    .filter(Boolean)
    .join(' · ')
}

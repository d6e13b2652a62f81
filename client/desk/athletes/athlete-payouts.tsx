import { Link } from '@tanstack/react-router'
import type { LedgerAnswer } from '../../../sync/desk/books.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskPayoutsAnswer } from '../../../sync/payment/payout.ts'
import { formatMoney } from '../../text/format-money.ts'
import { searchOf } from '../books/books-search.ts'
import { ErrorLine } from '../error-line.tsx'
import { HoldButton, Holds } from '../money/hold-payouts.tsx'
import { Part } from '../panes.tsx'
import { useRead } from '../use-read.ts'

const LAST_DAY = '2099-12-31'

/**
 * Renders the amounts that an athlete is owed and that wait to be paid, and the button that holds their payouts.
 */
export function AthletePayouts({ personId, name }: { personId: string; name: string }) {
  const { answer, errorText, reload } = useRead<DeskPayoutsAnswer>(DESK_CALLS.deskPayouts, {})
  // The amount that the athlete is owed now by the ledger, without what a payout already contains.
  const owed = useRead<LedgerAnswer>(DESK_CALLS.deskLedger, {
    from: null,
    until: LAST_DAY,
    figure: 'owed',
    athleteId: personId,
    questionId: null,
    search: null,
    after: null,
  })
  if (!answer) return <ErrorLine errorText={errorText} onAgain={reload} />
  const holds = answer.holds.filter((hold) => hold.personId === personId || hold.personId === null)
  const open = [...answer.open, ...answer.waiting].filter((payout) => payout.personId === personId)
  const openCents = open.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <Part title="Payouts">
      <div className="grid justify-items-start gap-3">
        {owed.answer && (
          <p className="figures">
            Owed, not ordered yet:{' '}
            <Link
              to="/admin"
              search={searchOf({ view: 'ledger', figure: 'owed', athlete: personId })}
              className="link"
            >
              {formatMoney(owed.answer.sumCents, 'full')}
            </Link>
          </p>
        )}
        <p className="figures text-muted">{orderedWords(openCents, answer.moreToDo)}</p>
        <Holds holds={holds} onDone={reload} />
        {!holds.some((hold) => hold.personId === personId) && (
          <HoldButton of={{ personId, name }} onDone={reload} />
        )}
      </div>
    </Part>
  )
}

/** Says how much is ordered for an athlete; where `more` payouts wait than are listed, others may be theirs. */
function orderedWords(openCents: number, more: boolean): string {
  if (openCents > 0) {
    const amount = formatMoney(openCents, 'full')
    return more
      ? `${amount} at least is ordered and not paid yet: more payouts wait than are listed.`
      : `${amount} is ordered and not paid yet.`
  }
  return more
    ? 'None of the payouts that wait longest is theirs, but more wait than are listed.'
    : 'No payout is waiting.'
}

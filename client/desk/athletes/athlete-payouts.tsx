import { CALLS } from '../../../sync/paths.ts'
import type { DeskPayoutsAnswer } from '../../../sync/payment/payout.ts'
import { formatMoney } from '../../text/format-money.ts'
import { HoldButton, Holds } from '../money/hold-payouts.tsx'
import { useRead } from '../office/use-read.ts'
import { Part } from '../panes.tsx'
import { TroubleLine } from '../trouble-line.tsx'

/** What waits to be paid to an athlete, and the way to hold it. */
export function AthletePayouts({ personId, name }: { personId: string; name: string }) {
  const { answer, trouble, reload } = useRead<DeskPayoutsAnswer>(CALLS.deskPayouts, {})
  if (!answer) return <TroubleLine trouble={trouble} onAgain={reload} />
  const holds = answer.holds.filter((hold) => hold.personId === personId || hold.personId === null)
  const open = [...answer.open, ...answer.waiting].filter((payout) => payout.personId === personId)
  const openCents = open.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <Part title="Payouts">
      <div className="grid justify-items-start gap-3">
        <p className="figures text-muted">
          {openCents > 0
            ? `${formatMoney(openCents, 'full')} is ordered and not paid yet.`
            : 'No payout is waiting.'}
        </p>
        <Holds holds={holds} onDone={reload} />
        {!holds.some((hold) => hold.personId === personId) && (
          <HoldButton of={{ personId, name }} onDone={reload} />
        )}
      </div>
    </Part>
  )
}

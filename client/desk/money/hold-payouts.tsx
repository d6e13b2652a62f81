import { useState } from 'react'
import type { PayoutHold } from '../../../sync/payment/payout-control.ts'
import { useOnline } from '../../api/connection.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { act, actNew } from '../office/send-act.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** The athlete whose payouts are held; null for all athletes. */
type Whose = { personId: string; name: string } | null

type HoldButtonProps = { of: Whose; onDone: () => void }

/** Renders the button that holds the payouts of one athlete, or of all, for a reason. */
export function HoldButton({ of, onDone }: HoldButtonProps) {
  const online = useOnline()
  const [isAsking, setAsking] = useState(false)
  const hold = async (reason: string) => {
    const args = { personId: of?.personId ?? null, reason }
    const told = of ? `Payouts to ${of.name} are held.` : 'All payouts are held.'
    const outcome = await actNew({ name: 'payouts.hold', idIn: 'holdId', args }, told)
    onDone()
    return outcome
  }
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        icon="pause"
        disabled={!online}
        aria-label={of ? `Hold payouts to ${of.name}` : undefined}
        onClick={() => setAsking(true)}
      >
        {of ? 'Hold payouts' : 'Hold all payouts'}
      </Button>
      {isAsking && (
        <ReasonDialog
          of={`hold ${of?.personId ?? 'all'}`}
          title={of ? `Hold payouts to ${of.name}?` : 'Hold all payouts?'}
          action={of ? 'Hold payouts' : 'Hold all payouts'}
          keep="Cancel"
          tone="danger"
          onSend={hold}
          onClose={() => setAsking(false)}
        >
          <p>
            Nothing is ordered, paid by hand or transferred {of ? `to ${of.name}` : 'to anybody'} until you
            resume. A transfer that the provider already has goes on. What is owed stays owed.
          </p>
        </ReasonDialog>
      )}
    </>
  )
}

type HoldsProps = { holds: readonly PayoutHold[]; onDone: () => void }

/** Renders the holds in force: the athlete, the reason, the admin, and a button that ends each hold. */
export function Holds({ holds, onDone }: HoldsProps) {
  if (holds.length === 0) return null
  return (
    <ul aria-label="Held payouts" className="card divide-y">
      {holds.map((hold) => (
        <HoldLine key={hold.id} hold={hold} onDone={onDone} />
      ))}
    </ul>
  )
}

function HoldLine({ hold, onDone }: { hold: PayoutHold; onDone: () => void }) {
  const online = useOnline()
  const [isAsking, setAsking] = useState(false)
  const { id: holdId, name, username, reason, heldBy, heldAt, owedCents } = hold
  const whose = name ?? 'everybody'
  const resume = async (why: string) => {
    const intent = { name: 'payouts.resume', args: { holdId, reason: why } } as const
    const outcome = await act(intent, `Payouts to ${whose} are resumed.`)
    onDone()
    return outcome
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <StatusLine icon="pause" tone="warning">
          {name ? `Payouts to ${name}${username ? ` @${username}` : ''} are held` : 'All payouts are held'}
          {owedCents > 0 && `, ${formatMoney(owedCents, 'full')} owed`}
        </StatusLine>
        <p className="text-sm [overflow-wrap:anywhere]">{reason}</p>
        <p className="figures text-muted text-xs">
          {heldBy}, {formatDateTime(heldAt)}
        </p>
      </div>
      <Button
        tone="secondary"
        size="small"
        disabled={!online}
        aria-label={`Resume payouts to ${whose}`}
        onClick={() => setAsking(true)}
      >
        Resume
      </Button>
      {isAsking && (
        <ReasonDialog
          of={`resume ${holdId}`}
          title={`Resume payouts to ${whose}?`}
          action="Resume payouts"
          keep="Keep holding"
          onSend={resume}
          onClose={() => setAsking(false)}
        >
          <p>What is due is ordered within the hour, and payouts by hand can be begun at once.</p>
        </ReasonDialog>
      )}
    </li>
  )
}

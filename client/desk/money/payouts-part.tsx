import { type ReactNode, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { DeskPayout, DeskPayoutsAnswer } from '../../../sync/payment/payout.ts'
import { useOnline } from '../../pwa/connection.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { sendAct } from '../office/send-act.ts'
import { useRead } from '../office/use-read.ts'
import { TroubleLine } from '../trouble-line.tsx'
import { WHY_BY_HAND, whereTo } from './money-words.ts'
import { PayoutDialog } from './payout-dialog.tsx'

/** What athletes are to be paid by hand, in two steps, and what was paid lately (S2-1.9, D34). */
export function PayoutsPart() {
  const { answer, trouble, reload } = useRead<DeskPayoutsAnswer>(CALLS.deskPayouts, {})
  const [confirming, setConfirming] = useState<DeskPayout | null>(null)
  const begin = async ({ id: payoutId }: DeskPayout) => {
    const args = { payoutId }
    if (await sendAct({ name: 'payout.begin', args }, 'It is yours to pay. Confirm it when it is paid.'))
      reload()
  }
  return (
    <section aria-labelledby="payouts" className="grid content-start gap-4">
      <h3 id="payouts" className="label">
        Payouts by hand
      </h3>
      <TroubleLine trouble={trouble} onAgain={reload} />
      {answer?.open.length === 0 && (
        <p className="text-muted text-sm">Nobody is to be paid by hand. Transfers go by themselves.</p>
      )}
      {answer && answer.open.length > 0 && (
        <ul className="card divide-y">
          {answer.open.map((payout) => (
            <PayoutLine key={payout.id} payout={payout}>
              <Step
                payout={payout}
                onBegin={() => void begin(payout)}
                onConfirm={() => setConfirming(payout)}
              />
            </PayoutLine>
          ))}
        </ul>
      )}
      {answer && answer.paid.length > 0 && (
        <details>
          <summary className="label cursor-pointer py-2 text-sm">Paid lately ({answer.paid.length})</summary>
          <ul className="card divide-y">
            {answer.paid.map((payout) => (
              <PayoutLine key={payout.id} payout={payout}>
                <Badge tone="success">{payout.way === 'transfer' ? 'Transferred' : 'Paid by hand'}</Badge>
              </PayoutLine>
            ))}
          </ul>
        </details>
      )}
      {confirming && (
        <PayoutDialog
          payout={confirming}
          onClose={() => setConfirming(null)}
          onDone={() => {
            setConfirming(null)
            reload()
          }}
        />
      )}
    </section>
  )
}

/** To whom, where to, why by hand, and since when. */
function PayoutLine({ payout, children }: { payout: DeskPayout; children: ReactNode }) {
  const { name, username, amountCents, why, orderedAt, paidAt, reference, way } = payout
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <p className="label min-w-0 text-base [overflow-wrap:anywhere]">
        {name} {username && <span className="text-muted text-sm">@{username}</span>}
      </p>
      <p className="figures label justify-self-end text-base">{formatMoney(amountCents, 'full')}</p>
      <div className="min-w-0 text-muted [overflow-wrap:anywhere] max-md:col-span-2">
        {way === 'manual' && <p>{whereTo(payout)}</p>}
        <p>
          {paidAt === null ? `Ordered ${formatDate(orderedAt)}` : `Paid ${formatDate(paidAt)}`}
          {why && ` · ${WHY_BY_HAND[why]}`}
          {reference && ` · ${reference}`}
          {payout.paidBy && ` · confirmed by ${payout.paidBy}`}
        </p>
      </div>
      <div className="justify-self-end max-md:col-span-2">{children}</div>
    </li>
  )
}

type StepProps = { payout: DeskPayout; onBegin: () => void; onConfirm: () => void }

/** The first step takes it, so that nobody else pays it too; the second says by what it is found again. */
function Step({ payout, onBegin, onConfirm }: StepProps) {
  const online = useOnline()
  if (payout.state === 'ordered')
    return (
      <Button
        tone="secondary"
        size="small"
        disabled={!online}
        aria-label={`I am paying it: ${formatMoney(payout.amountCents, 'full')} to ${payout.name}`}
        onClick={onBegin}
      >
        I am paying it
      </Button>
    )
  return (
    <div className="grid justify-items-end gap-1">
      <Button
        tone="secondary"
        size="small"
        disabled={!online}
        aria-label={`It is paid: ${payout.name}`}
        onClick={onConfirm}
      >
        It is paid
      </Button>
      <span className="text-muted text-xs">{payout.begunBy} is paying it</span>
    </div>
  )
}

import { useEffect, useRef } from 'react'
import { COPY } from '../../../sync/copy.ts'
import type { HoldState } from '../../../sync/payment/amount.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import { pendingOf, saidOf } from '../../store/pending.ts'
import { StageWords } from '../../store/stage-words.tsx'
import { useStored } from '../../store/use-device.ts'
import { formatMoney } from '../../text/format-money.ts'
import { keepsNothing, keptWhere } from '../../text/keeps-nothing.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Meter } from '../../ui/status/meter.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import type { Problem } from '../asking/send-ask.ts'
import type { Released, SendingStage } from '../asking/sending-stage.ts'

type SendingStatusProps = { stage: SendingStage; takeId: string | null; isPaid: boolean }

/** Says what is under way in the last step, or that it waits for a network; renders nothing otherwise. */
export function SendingStatus({ stage, takeId, isPaid }: SendingStatusProps) {
  const online = useOnline()
  if (stage.at === 'uploading' && takeId) return <UploadStatus takeId={takeId} isPaid={isPaid} />
  if (stage.at === 'preparing')
    return <Working>{isPaid ? 'Setting up the payment' : 'Sending your question'}</Working>
  if (stage.at === 'checking') return <Working>Sent. We are checking your video</Working>
  if (online) return null
  return (
    <StatusLine icon="offline" live>
      Offline. {isPaid ? 'Paying' : 'Sending'} needs a network.{' '}
      {keepsNothing() ? 'Keep this page open.' : 'Your question is safe on this device.'}
    </StatusLine>
  )
}

function Working({ children }: { children: string }) {
  return (
    <div className="grid gap-2">
      <Meter value={null} label={children} />
      <StatusLine icon="clock" live>
        {children}
      </StatusLine>
    </div>
  )
}

function UploadStatus({ takeId, isPaid }: { takeId: string; isPaid: boolean }) {
  const online = useOnline()
  const { state } = useSession()
  const take = useStored(async (device) => (await device.takes.get(takeId)) ?? null, takeId)
  const pending = pendingOf({ take, entries: [], online, ended: state === 'ended', delivered: false })
  const shown = pending ?? { stage: 'saved', line: `Saved ${keptWhere()}` }
  return (
    <div className="grid gap-2">
      <Meter value={(pending?.percent ?? 0) / 100} label="Upload of your video" />
      <StatusLine icon={online ? 'upload' : 'offline'}>
        <StageWords said={saidOf(shown)} line={shown.line} />
        {isPaid && '. We place the hold once your video has uploaded.'}
      </StatusLine>
    </div>
  )
}

type ProblemNoteProps = { problem: Problem; step: number; onGoTo: (step: number) => void }

/** Renders why sending stopped, with a button to the step in which the fan can correct it. */
export function ProblemNote({ problem, step, onGoTo }: ProblemNoteProps) {
  const { text, step: mendedAt } = problem
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div
      ref={ref}
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-danger-wash px-4 py-3 text-danger"
    >
      <Icon name="warning" className="size-5" />
      <p className="min-w-0 flex-1 basis-56 text-sm">{text}</p>
      {mendedAt !== undefined && mendedAt < step && (
        <Button tone="secondary" size="small" onClick={() => onGoTo(mendedAt)}>
          Change it
        </Button>
      )}
    </div>
  )
}

/** Why a prepared question could not be asked, by reason. */
const REASONS: Record<string, string> = {
  'video-unreadable': `${COPY.videoProcessing} What you wrote beside it is kept.`,
  'video-not-there': 'Your video never arrived whole. Your question is safe on this device.',
  'card-not-held':
    'No card was confirmed for it in time, so nothing is held. Your question is safe on this device.',
  'athlete-unavailable':
    'The athlete stopped taking questions before yours was in. Your question is safe on this device.',
  'price-changed': 'The price has changed since you began. Your question is safe on this device.',
  'approved-in-part':
    'Your bank approved only part of the amount, so we take none of it. Your question is safe on this device; use another card.',
  'charge-stands':
    'A card was charged for it before it was in, so we ask for no other. Your question is safe on this device.',
  'discount-gone':
    'Your discount code was used up before your question was in. Your question is safe on this device.',
}

const NOT_ASKED = 'It could not be asked. Your question is safe on this device.'

type ReleasedNoteProps = { stage: Released; amountCents: number; onTakeBack: () => Promise<unknown> }

/** Says of a question that was given back what happened, where the money is, what is safe and what to do. */
export function ReleasedNote({ stage: { reason, hold }, amountCents, onTakeBack }: ReleasedNoteProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <h3 className="display text-2xl">Your question was not sent</h3>
      <p>{(REASONS[reason ?? ''] ?? NOT_ASKED).replaceAll('on this device', keptWhere())}</p>
      {amountCents > 0 && reason !== 'card-not-held' && (
        <StatusLine icon="arrow-left">{moneyBack(hold, formatMoney(amountCents))}</StatusLine>
      )}
      <BusyButton onPress={onTakeBack}>Continue with my question</BusyButton>
    </div>
  )
}

/** Says where the money is. Only a release that the payment provider has confirmed is called one (D31). */
function moneyBack(hold: HoldState, amount: string): string {
  if (hold === 'captured') return `${amount} was charged. Our team has been told and is looking into it.`
  if (hold === 'released') return `The hold of ${amount} is released. Nothing was charged.`
  if (hold === 'none' || hold === 'pending' || hold === 'lapsed') return 'Nothing was charged.'
  return `${amount} is still held; its release is under way. Nothing was charged.`
}

import { useState } from 'react'
import type { Device, TakeRow } from '../db/device.ts'
import { useDevice, useStored } from '../store/use-device.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import { tellAlready, tellNotSent } from './not-saved.ts'
import { prepareAnswer, prepareFreeAnswer, type Send } from './send-answer.ts'

type TakeButtonProps = { take: TakeRow }

/**
 * Renders the button that sends a take for free when its question ended without an answer, so that the fan gets one
 * after all (D5). Asks first, because the athlete gives the work away and cannot take it back.
 */
export function GiveButton({ take }: TakeButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const sent = useStored(
    (from) => from.takes.where({ questionId: take.questionId }).toArray(),
    take.questionId,
  )
  const over = sent?.find(({ state }) => state === 'queued' || state === 'uploading')?.id ?? null
  const close = () => setAsking(false)
  return (
    <>
      <Button tone="secondary" size="small" icon="upload" onClick={() => setAsking(true)}>
        Send as a free answer
      </Button>
      <Dialog
        open={isAsking}
        role="alertdialog"
        title="Send it for free?"
        onClose={close}
        keep="Keep it"
        footer={
          <SendButton
            take={take}
            prepare={(device, each) => prepareFreeAnswer(device, each, over)}
            label="Send for free"
            said="Your free answer is on its way"
          />
        }
      >
        <p className="text-pretty">
          The fan gets your answer, nobody is charged, and you earn nothing for it. You cannot take it back.
        </p>
      </Dialog>
    </>
  )
}

/** Renders the button that sends an unchanged take to its question, which had ended and was opened again (D54). */
export function SendAgainButton({ take }: TakeButtonProps) {
  return (
    <SendButton
      take={take}
      prepare={prepareAnswer}
      label="Send again"
      said="It is on its way again"
      size="small"
    />
  )
}

/** Renders the button that sends a take in place of the one on its way, from this device or from another. */
export function SendInsteadButton({
  take,
  over,
  isFree,
}: TakeButtonProps & { over: string | null; isFree: boolean }) {
  const prepare = isFree ? prepareFreeAnswer : prepareAnswer
  return (
    <SendButton
      take={take}
      prepare={(device, each) => prepare(device, each, over)}
      label="Send this one instead"
      said="It is on its way"
      size="small"
    />
  )
}

type SendButtonProps = TakeButtonProps & {
  prepare: (device: Device, take: TakeRow) => Send
  label: string
  said: string
  size?: 'small'
}

function SendButton({ take, prepare, label, said, size }: SendButtonProps) {
  const device = useDevice()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const sent = await prepare(device, take)()
    setBusy(false)
    if (!sent.ok) return tellNotSent(sent.notSaved)
    if (sent.value === 'already') tellAlready()
    else showToast({ text: said, tone: 'success' })
  }
  return (
    <Button size={size} icon="upload" loading={isBusy} onClick={() => void send()}>
      {label}
    </Button>
  )
}

import { useState } from 'react'
import type { TakeRow } from '../store/device.ts'
import { useDevice } from '../store/use-device.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toasts.ts'
import { tellNotSent } from './not-saved.ts'
import { prepareAnswer, prepareGift } from './send-answer.ts'

type TakeButtonProps = { take: TakeRow }

/** Sends a take whose question ended without an answer for nothing: the fan has one after all (D5). */
export function GiveButton({ take }: TakeButtonProps) {
  return (
    <SendButton
      take={take}
      prepare={prepareGift}
      label="Send as a free answer"
      said="It is sent as a free answer"
    />
  )
}

/** Sends a take as it is to its question, which had ended and was opened again (D54). */
export function SendAgainButton({ take }: TakeButtonProps) {
  return <SendButton take={take} prepare={prepareAnswer} label="Send again" said="It is on its way again" />
}

type SendButtonProps = TakeButtonProps & { prepare: typeof prepareAnswer; label: string; said: string }

function SendButton({ take, prepare, label, said }: SendButtonProps) {
  const device = useDevice()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const sent = await prepare(device, take)()
    setBusy(false)
    if (sent.ok) showToast({ text: said, tone: 'success' })
    else tellNotSent(sent.notSaved)
  }
  return (
    <Button size="small" icon="upload" loading={isBusy} onClick={() => void send()}>
      {label}
    </Button>
  )
}

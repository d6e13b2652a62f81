import { useState } from 'react'
import type { TakeRow } from '../store/device.ts'
import { useDevice } from '../store/use-device.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toasts.ts'
import { tellNotSent } from './not-saved.ts'
import { prepareGift } from './send-answer.ts'

/** Sends a take whose question ran out of time for nothing: the fan has an answer after all (D5). */
export function GiveButton({ take }: { take: TakeRow }) {
  const device = useDevice()
  const [isBusy, setBusy] = useState(false)
  const give = async () => {
    setBusy(true)
    const sent = await prepareGift(device, take)()
    setBusy(false)
    if (sent.ok) showToast({ text: 'It is sent as a free answer', tone: 'success' })
    else tellNotSent(sent.notSaved)
  }
  return (
    <Button size="small" icon="upload" loading={isBusy} onClick={() => void give()}>
      Send as a free answer
    </Button>
  )
}

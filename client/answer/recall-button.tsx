import { useState } from 'react'
import type { TakeRow } from '../db/device.ts'
import { recallTake } from '../store/sending/recall.ts'
import { useDevice } from '../store/use-device.ts'
import { keptWhere } from '../text/keeps-nothing.ts'
import { thisPlace } from '../text/this-place.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toasts.ts'

/** Renders the button that takes back a take before it is announced; the take stays on this device, unsent. */
export function RecallButton({ take }: { take: TakeRow }) {
  const device = useDevice()
  const [isBusy, setBusy] = useState(false)
  const recall = async () => {
    setBusy(true)
    const recalled = await recallTake(device, take.id).catch(() => 'failed' as const)
    setBusy(false)
    showToast(saidOf()[recalled])
  }
  return (
    <Button tone="quiet" size="small" icon="arrow-left" loading={isBusy} onClick={recall}>
      Take back
    </Button>
  )
}

const saidOf = () =>
  ({
    kept: { text: `Taken back. Your video is kept ${keptWhere()}, and is not sent.`, tone: 'success' },
    announced: {
      text: 'It was announced just now, so it can no longer be taken back.',
      tone: 'plain',
    },
    gone: { text: `This video is no longer on ${thisPlace()}.`, tone: 'plain' },
    failed: { text: 'It could not be taken back. It is still on its way.', tone: 'danger' },
  }) as const

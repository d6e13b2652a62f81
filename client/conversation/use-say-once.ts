import { appendIntent, type EveryIntent } from '../store/outbox.ts'
import { useDevice } from '../store/use-device.ts'
import { useBusy } from '../ui/status/use-busy.ts'
import { showToast } from '../ui/toasts.ts'

/** Puts one thing into the outbox, however often the button is pressed meanwhile; where it is not safe here, that is said. */
export function useSayOnce(
  intent: EveryIntent,
  onSaid: () => void,
): [isBusy: boolean, say: () => Promise<void>] {
  const device = useDevice()
  const [isBusy, run] = useBusy()
  const say = () =>
    run(async () => {
      try {
        await appendIntent(device, intent)
      } catch {
        showToast({
          text: 'It could not be saved on this device. Your words are still here.',
          tone: 'danger',
        })
        return
      }
      onSaid()
    })
  return [isBusy, say]
}

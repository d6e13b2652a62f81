import { useAppBadge } from './use-app-badge.ts'
import { useWaiting } from './use-waiting.ts'

/** Counts on the icon what waits for an athlete, beside a screen that shows no list of it. */
export function WaitingOnIcon() {
  const { ready, waiting } = useWaiting()
  useAppBadge(ready ? waiting.length : null)
  return null
}

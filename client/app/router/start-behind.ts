import type { AnyRouter } from '@tanstack/react-router'
import { listenForInstall } from '../../pwa/install.ts'
import { onNotificationPath, registerServiceWorker } from '../../pwa/register.ts'
import { startBackground } from '../../store/start.ts'
import { getSession } from '../session.ts'

const SERVICE_WORKER = '/service-worker.js'

/** What goes on behind the screens once the page can be used: the session, what is left to send, the service worker. */
export function startBehind(router: AnyRouter): void {
  listenForInstall()
  startBackground()
  onNotificationPath((href) => void router.navigate({ href }))
  whenIdle(() => void registerServiceWorker(SERVICE_WORKER).then(warmScreens))
}

const WARM_AFTER_MS = 4_000

/**
 * Loads the screens a person may want without a network, so that the service worker keeps them: after an update too,
 * when none of the new build's has been opened yet. Not for somebody who saves data.
 */
async function warmScreens(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData || !navigator.onLine) return
  await new Promise((resolve) => setTimeout(resolve, WARM_AFTER_MS))
  const isMember = getSession().state === 'signed-in'
  // what does not load now is loaded when it is needed
  await Promise.allSettled([
    import('../../question/ask-wizard.tsx'),
    import('../../payment/card-form.tsx'),
    import('../../media/pick/video-picker.tsx'),
    import('../../media/uploads.ts'),
    import('../../media/probe.ts'),
    import('./connection-line.tsx'),
    import('../../account/unsent-line.tsx'),
    import('../../question/view-screen.tsx'),
    ...(isMember
      ? [import('../../dashboard/dashboard-screen.tsx'), import('../../answer/studio-screen.tsx')]
      : []),
  ])
}

/** Safari has no idle callback. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5_000 })
  else setTimeout(act, 1_000)
}

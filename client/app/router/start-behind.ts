import type { AnyRouter } from '@tanstack/react-router'
import { listenForInstall } from '../../pwa/install.ts'
import { onNotificationPath, registerServiceWorker } from '../../pwa/register.ts'
import { startBackground } from '../../store/start.ts'

const SERVICE_WORKER = '/service-worker.js'

/** What goes on behind the screens once the page can be used: the session, what is left to send, the service worker. */
export function startBehind(router: AnyRouter): void {
  listenForInstall()
  startBackground()
  onNotificationPath((href) => void router.navigate({ href }))
  whenIdle(() => void registerServiceWorker(SERVICE_WORKER))
}

/** Safari has no idle callback. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5_000 })
  else setTimeout(act, 1_000)
}

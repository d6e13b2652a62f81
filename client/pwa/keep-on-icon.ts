import { COUNTED, showOnIcon } from './app-badge.ts'

/**
 * Keeps a page's own count on the icon until the returned function is called. Sets it again when the page is shown
 * or hidden, and when a push has set the server's number while the page is visible.
 */
export function keepOnIcon(count: number): () => void {
  const show = () => void showOnIcon(count)
  const onMessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
    if (data?.type === COUNTED && document.visibilityState === 'visible') show()
  }
  show()
  document.addEventListener('visibilitychange', show)
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => {
    document.removeEventListener('visibilitychange', show)
    navigator.serviceWorker?.removeEventListener('message', onMessage)
  }
}

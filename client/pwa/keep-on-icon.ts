import { COUNTED, showOnIcon } from './app-badge.ts'

/**
 * Keeps a page's own number on the icon until the answer is called: a push, also one that came while nobody looked,
 * counts by the server's word alone.
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

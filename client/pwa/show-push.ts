import { PRODUCT } from '../../sync/text/product.ts'

/** The push payload as the server sends it (`PushPayload`); any field may be missing. */
export type PushData = {
  id?: string
  title?: string
  body?: string
  tag?: string
  url?: string
  waiting?: number
}

type Shown = NotificationOptions & { renotify?: boolean }
type Tray = Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>

const ICON = '/icons/icon-192.png'
/** White on nothing, because Android draws the mark in its status bar from the opaque parts of this picture alone. */
const BADGE = '/icons/badge-96.png'

let latest: Promise<void> = Promise.resolve()

/**
 * Shows a push. Every push is shown, because a browser withdraws the permission after silent ones. A push that
 * replaces another under its tag rings as well, as a second reminder must; only a push delivered twice rings once.
 * Pushes that arrive together, as after a flight, are shown one after another, because Chromium forgets a
 * notification that it is still showing when it is asked for the visible ones, and a tap on it would open nothing.
 */
export function showPush(tray: Tray, push: PushData): Promise<void> {
  latest = latest.catch(() => {}).then(() => show(tray, push))
  return latest
}

async function show(tray: Tray, { id, title, body, tag, url }: PushData): Promise<void> {
  const before = tag ? await tray.getNotifications({ tag }) : []
  const isAgain = id !== undefined && before.some(({ data }) => (data as PushData | null)?.id === id)
  const shown: Shown = {
    body: body ?? '',
    icon: ICON,
    badge: BADGE,
    data: { url: url ?? '/', id },
    ...(tag && { tag, renotify: !isAgain }),
  }
  await tray.showNotification(title ?? PRODUCT.name, shown)
}

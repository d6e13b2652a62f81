import { PRODUCT } from '../../sync/text/product.ts'

/** What the server sends (`PushPayload`); nothing of it is sure to be there. */
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

let latest: Promise<void> = Promise.resolve()

/**
 * Shows a push: every one, because a browser takes the right away from a silent one. What takes the place of another
 * under its tag is heard too, as a second reminder must be; only a push that was handed over twice rings once. Those
 * that come together, as after a flight, are shown one after the other: a Chromium asked what is on show forgets what
 * it is just showing, and a tap on that opens nothing.
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
    badge: ICON,
    data: { url: url ?? '/', id },
    ...(tag && { tag, renotify: !isAgain }),
  }
  await tray.showNotification(title ?? PRODUCT.name, shown)
}

import type { PushError } from '../../pwa/push-subscribe.ts'

/** How to get notifications on an iPhone or iPad; the caller begins the sentence. */
export const HOME_SCREEN =
  'open this page in Safari, press Share, then “Add to Home Screen”. Notifications work from there only'

export const PUSH_UNREACHED = 'The server was not reached. Try again in a moment.'

/** Why this device gets no notifications. */
export const PUSH_ERRORS: Record<PushError, string> = {
  'not-supported': 'This browser cannot be notified.',
  denied: 'Notifications are blocked for this site. Allow them in your browser’s settings.',
  'not-answered': 'You have not allowed notifications yet. Try again, and choose Allow.',
  'not-ready': 'This browser is still storing the app, which notifications need. Try again in a moment.',
  'push-service': 'The push service of your browser did not answer. Try again later.',
}

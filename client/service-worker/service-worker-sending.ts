import { sendInBackground } from '../store/upload/background-upload.ts'

/** What the service worker does not need in order to start: a script of its own, read when there is something to send. */
export type SendingScript = { sendInBackground: typeof sendInBackground }

Object.assign(self, { sendInBackground } satisfies SendingScript)

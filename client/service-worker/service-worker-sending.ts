import { sendInBackground } from '../store/upload/background-upload.ts'

/**
 * What the sending script adds to the worker's global scope. It is a separate script, loaded only when there is
 * something to send.
 */
export type SendingScript = { sendInBackground: typeof sendInBackground }

Object.assign(self, { sendInBackground } satisfies SendingScript)

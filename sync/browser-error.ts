import { type Infer, z } from './shape.ts'

/** Where browsers report an error that nobody caught: POST, without cookies. */
export const BROWSER_ERRORS_PATH = '/api/browser-error'

/** Of four pages that are opened one reports, and so much at most. */
export const REPORTING = { share: 0.25, aPage: 5 } as const
/** A report is never longer. */
export const BROWSER_ERROR_BYTES = 8_192

/** A place in a file of ours: function, built file, line, column. */
const frame = z.string().check(z.regex(/^[\w$.<>]{0,60} [\w-]+(\.[\w-]+)*\.js:\d{1,7}:\d{1,7}$/))

/** browser-error: what broke where, and nothing of whom it broke for. */
export const browserErrorCall = z.strictObject({
  kind: z.enum(['error', 'rejection', 'render']),
  name: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  message: z.string().check(z.maxLength(200)),
  frames: z.array(frame).check(z.maxLength(12)),
  /** The script that the page began with; its name changes with every build. */
  build: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
  engine: z.enum(['chromium', 'firefox', 'webkit', 'other']),
})
export type BrowserError = Infer<typeof browserErrorCall>

const LONGEST = 200

/**
 * A message without what may have come from a person: what stands in quotes, addresses, and every word with a digit, an
 * @, a slash or a letter that is not English. Engines quote what they could not read.
 */
export function impersonal(message: string): string {
  return message
    .replace(/"[^"]*"?|(?<!\w)'[^']*'?|`[^`]*`?|“[^”]*”?|‘[^’]*’?/g, '…')
    .replace(/\S*(?:[\d@/\\]|[^\x20-\x7e…\s])\S*/g, '…')
    .replace(/\s+/g, ' ')
    .replace(/…(?: ?…)+/g, '…')
    .slice(0, LONGEST)
    .trim()
}

import { type Infer, z } from './shape.ts'

/** The path to which browsers report uncaught errors: POST, without cookies. */
export const BROWSER_ERRORS_PATH = '/api/browser-error'

/** The share of opened pages that report errors (one in four), and how many errors one page reports at most. */
export const REPORTING = { share: 0.25, aPage: 5 } as const
/** The largest size of a report, in bytes. */
export const BROWSER_ERROR_BYTES = 8_192

/** A position in one of our scripts: function, built file, line, column. */
const frame = z.string().check(z.regex(/^[\w$.<>]{0,60} [\w-]+(\.[\w-]+)*\.js:\d{1,7}:\d{1,7}$/))

/** The `browser-error` call: which error occurred where, and nothing about the user. */
export const browserErrorCall = z.strictObject({
  kind: z.enum(['error', 'rejection', 'render']),
  name: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  message: z.string().check(z.maxLength(200)),
  frames: z.array(frame).check(z.maxLength(12)),
  /** The entry script of the page; its name changes with every build. */
  build: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
  engine: z.enum(['chromium', 'firefox', 'webkit', 'other']),
})
export type BrowserError = Infer<typeof browserErrorCall>

const LONGEST = 200

/**
 * Returns a message without anything that may come from a person: quoted text, addresses, and every word with a
 * digit, an @, a slash or a letter that is not English. Engines quote the input they could not read.
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

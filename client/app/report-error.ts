import {
  BROWSER_ERRORS_PATH,
  type BrowserError,
  browserErrorCall,
  impersonal,
  REPORTING,
} from '../../sync/browser-error.ts'
import { z } from '../../sync/shape.ts'

/** Whether this page reports errors, drawn at random once per page. */
const isDrawn = Math.random() < REPORTING.share
const TOLD_HERE = new Set<string>()

/**
 * Errors that are not reported: whoever aborts a request knows it, and a browser that skips a resize measurement
 * continues in the next frame.
 */
const NO_ERRORS = /^AbortError$|^TimeoutError$/
const NO_MESSAGES = /ResizeObserver loop/

/** `told` holds the errors that this page has reported already. */
type Reporting = { isWanted?: boolean; told?: Set<string>; send?: (report: BrowserError) => void }

/**
 * Reports an uncaught error to the server, if it comes from our own files; errors of browser extensions are not
 * reported. The report has no cookies and names nobody. Each error is sent once, with a few per page at most; a
 * report that cannot be sent is dropped.
 */
export function reportError(
  kind: BrowserError['kind'],
  error: unknown,
  { isWanted = isDrawn, told = TOLD_HERE, send = post }: Reporting = {},
): void {
  if (!isWanted || told.size >= REPORTING.aPage || !(error instanceof Error)) return
  if (NO_ERRORS.test(error.name) || NO_MESSAGES.test(error.message)) return
  const report = z.safeParse(browserErrorCall, {
    kind,
    name: error.name.replace(/[^A-Za-z]/g, '').slice(0, 40) || 'Error',
    message: impersonal(error.message),
    frames: framesOf(error.stack ?? ''),
    build: buildOf(document),
    engine: engineOf(navigator.userAgent),
  })
  if (!report.success || (report.data.frames.length === 0 && kind !== 'render')) return
  const key = JSON.stringify([report.data.name, report.data.message, report.data.frames[0]])
  if (told.has(key)) return
  told.add(key)
  send(report.data)
}

/** Matches a stack frame. Chromium: `at name (url:1:2)`. Firefox and WebKit: `name@url:1:2`. */
const FRAME =
  /^\s*(?:at )?(?:async )?(.*?)[\s@(]*(https?:\/\/[^\s()]+?\/assets\/([\w.-]+\.js):(\d+):(\d+))\)?$/

/** Returns the frames in our own built files, the innermost first. */
export function framesOf(stack: string, origin = location.origin): string[] {
  const found = stack.split('\n').flatMap((line) => {
    const [, name = '', url = '', file, row, column] = FRAME.exec(line) ?? []
    if (!url.startsWith(`${origin}/`)) return []
    return [`${name.replace(/[^\w$.<>]/g, '').slice(0, 60)} ${file}:${row}:${column}`]
  })
  return found.slice(0, 12)
}

function buildOf({ scripts }: Document): string {
  const own = [...scripts].map(({ src }) => /\/assets\/([\w.-]+\.js)$/.exec(src)?.[1]).find(Boolean)
  return own ?? 'unknown'
}

export function engineOf(userAgent: string): BrowserError['engine'] {
  if (/Firefox\//.test(userAgent)) return 'firefox'
  if (/Chrom(e|ium)\//.test(userAgent)) return 'chromium'
  return /AppleWebKit\//.test(userAgent) ? 'webkit' : 'other'
}

function post(report: BrowserError): void {
  fetch(BROWSER_ERRORS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {})
}

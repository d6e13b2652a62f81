import type { BrowserContext } from 'playwright/test'
import type { Line } from './proxy.ts'

/** Collects errors that pages must not report: console errors and uncaught exceptions. */
export type Complaints = {
  watch(context: BrowserContext, line: Line | null): void
  /** Allows an error that this test provokes on purpose. */
  expect(pattern: RegExp): void
  /** Returns the errors that no test expected. */
  unexpected(): string[]
}

const ALWAYS = [
  // The player's page blocks every script but its own, and the test's tools try to run one there.
  /^Blocked script execution in '\S+\/player\//,
  // The CSRF token belonged to the former session; the app fetches the new one and tries again.
  /status of 403 \(Forbidden\) \(\S+\/(api|sync)\//,
  // A draft just saved looks as if another device had sent it, until it is pulled, and the app asks what became of it.
  /status of 404 \(Not Found\) \(\S+\/api\/ask-status\)/,
]
const ONCE_CUT = [
  /net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY|SOCKET|FAILED|ABORTED|ADDRESS)/,
  // The server is still writing what a cut connection had sent, so the upload asks again where to continue.
  /status of (409|423) \([A-Za-z]+\) \(\S+\/files\//,
]

export function collectComplaints(): Complaints {
  const complaints: string[] = []
  const expected: RegExp[] = []
  return {
    watch(context, line) {
      const hear = (text: string, at: string) => {
        const complaint = `${text} (${at})`
        const allowed = line?.wasCut ? [...ALWAYS, ...ONCE_CUT] : ALWAYS
        if (!allowed.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
      }
      context.on('console', (message) => {
        if (message.type() === 'error') hear(message.text(), message.location().url)
      })
      context.on('weberror', (error) => {
        // Some errors of the browser itself have an empty stack.
        const { stack, message } = error.error()
        hear(stack || message, error.page()?.url() ?? 'a worker')
      })
    },
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => complaints.filter((text) => !expected.some((pattern) => pattern.test(text))),
  }
}

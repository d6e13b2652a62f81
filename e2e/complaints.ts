import type { BrowserContext } from 'playwright/test'
import type { Line } from './proxy.ts'

/** What pages said that they should not have: errors of the console and exceptions nobody caught. */
export type Complaints = {
  watch(context: BrowserContext, line: Line | null): void
  /** An error this test provokes on purpose. */
  expect(pattern: RegExp): void
  /** Those nobody expected. */
  unexpected(): string[]
}

const ALWAYS = [
  // the player's page lets no script run, and the test's own tries to look into it
  /^Blocked script execution in '\S+\/player\//,
  // a token of the session before: the app asks for the new one and tries again
  /status of 403 \(Forbidden\) \(\S+\/(api|sync)\//,
]
const ONCE_CUT = [
  /net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY|SOCKET|FAILED|ABORTED|ADDRESS)/,
  // the server still writes what a cut connection had sent: the upload looks again where to go on
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
        const { stack, message } = error.error()
        hear(stack ?? message, error.page()?.url() ?? 'a worker')
      })
    },
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => complaints.filter((text) => !expected.some((pattern) => pattern.test(text))),
  }
}

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

const NETWORK = /net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY|SOCKET|FAILED|ABORTED)/

export function collectComplaints(): Complaints {
  const complaints: string[] = []
  const expected: RegExp[] = []
  return {
    watch(context, line) {
      const hear = (text: string, at: string) => {
        if (line?.wasCut && NETWORK.test(text)) return
        complaints.push(`${text} (${at})`)
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

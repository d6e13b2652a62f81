import type { Words } from './mail-layout.ts'

/**
 * The queue's figures for the past week, and what is waiting now; times in milliseconds, null when there are none.
 */
export type Digest = {
  asked: number
  screened: number
  /** The median time until a decision. */
  screenMs: number | null
  /** Rejected by the team. Stored mails have this name. */
  declined: number
  unscreened: number
  waiting: number
  longestMs: number | null
}

const HOUR_MS = 3_600_000
const NOTHING: Digest = {
  asked: 0,
  screened: 0,
  screenMs: null,
  declined: 0,
  unscreened: 0,
  waiting: 0,
  longestMs: null,
}

/** Returns the weekly mail for admins who screen: what arrived, how long it waited, and what was rejected. */
export function digestWords(digest: Digest | null): Words {
  const { asked, screened, screenMs, declined, unscreened, waiting, longestMs } = digest ?? NOTHING
  const facts: [string, string][] = [
    ['Received', String(asked)],
    ['Screened', String(screened)],
    ['Usual wait', screenMs === null ? 'None' : spokenSpan(screenMs)],
    ['Rejected', String(declined)],
    ['Ran out of time', String(unscreened)],
    ['Waiting now', String(waiting)],
    ...(longestMs === null ? [] : [['Longest wait now', spokenSpan(longestMs)] as [string, string]]),
  ]
  const now =
    waiting === 0
      ? 'Nothing waits to be screened now.'
      : `${waiting === 1 ? 'One request waits' : `${waiting} requests wait`} to be screened now.`
  return {
    subject: 'The week at the desk',
    paragraphs: [`This is what the queue was like last week, Monday to Sunday by UTC. ${now}`],
    facts,
    action: { label: 'Open the figures', path: '/admin?tab=figures' },
    after: ['You get this once a week, and can switch it off on the desk, at the end of Figures.'],
  }
}

/** Formats a duration: "under an hour", "5 hours", "2 days". */
function spokenSpan(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  if (hours < 1) return 'under an hour'
  if (hours < 48) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

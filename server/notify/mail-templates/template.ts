import type { MailFacts } from '../mail-facts.ts'
import type { Words } from './mail-layout.ts'

/** The paths that a template may link to. */
export type Links = {
  view: string | null
  /** The dashboard, opened at the question that the mail is about if the athlete still has it. */
  dashboard: string
  profile: string
  desk: string
  claim: string | null
}

/** Returns a mail's content from the facts at the time it is sent. */
export type Template = (facts: MailFacts, links: Links) => Words

export const money = (cents: number) => `$${(cents / 100).toFixed(2)}`

/**
 * Returns the link to settle a question, below mails about questions asked without signing in, because anybody may
 * have typed the address.
 */
export const claiming = ({ claim }: Links): [string, string][] =>
  claim ? [['Did somebody else ask this, or does it belong in your account? Tell us here', claim]] : []

/** Returns the action that opens the question on the dashboard, or only the dashboard once the athlete lacks it. */
export const open = (label: string, { isSeenByAthlete }: MailFacts, { dashboard }: Links) => ({
  label: isSeenByAthlete ? label : 'Open your dashboard',
  path: dashboard,
})

/** Returns the action that opens the private page. */
export const watch = (label: string, { view }: Links) => (view ? { label, path: view } : null)

import type { MailFacts } from '../mail-facts.ts'
import type { Words } from './mail-layout.ts'

/** What a template may point to. */
export type Links = {
  view: string | null
  /** The dashboard, open at the question where the mail is about one. */
  dashboard: string
  profile: string
  desk: string
  claim: string | null
}

/** What a mail says, from the facts as they are when it is sent. */
export type Template = (facts: MailFacts, links: Links) => Words

export const money = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Behind whatever was asked by somebody who was not signed in: its address may be anybody's. */
export const claiming = ({ claim }: Links): [string, string][] =>
  claim ? [['Did somebody else ask this, or does it belong in your account? Tell us here', claim]] : []

/** The way to the private page. */
export const watch = (label: string, { view }: Links) => (view ? { label, path: view } : null)

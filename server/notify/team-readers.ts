import { type Capability, deskRolesWith } from '../../sync/roles.ts'
import type { Queryable } from '../db/sql.ts'
import type { AccountMailKind, MailKind, PushKind } from './enqueue.ts'

/** The mails and push messages to the team, by what their readers must be able to do. */
const READERS = {
  'dispute-opened': 'see-money',
  'refund-came-back': 'see-money',
  'capture-failed': 'see-money',
  'charge-stands': 'see-money',
  'desk-first': 'screen-question',
  'desk-ending': 'screen-question',
  'conversion-failed': 'see-requests',
  'storage-low': 'see-system',
  'weekly-digest': 'screen-question',
} as const satisfies Partial<Record<MailKind | AccountMailKind | PushKind, Capability>>
export type TeamKind = keyof typeof READERS

/** Details of a message to the team: for `conversion-failed`, what the video belongs `of`. */
type About = Record<string, string>

function readersOf(kind: TeamKind, { of }: About): Capability {
  // those who screen see a question's own video before they let it through
  return kind === 'conversion-failed' && of === 'question' ? 'screen-question' : READERS[kind]
}

/** The condition that a person is a member of the team with a capability, and neither leaving nor closed. */
const isInTeam = (on: Queryable, capability: Capability) => on`
  role = 'admin' and desk_role = any (${deskRolesWith(capability)}) and leaving_at is null and closed_at is null`

/** Returns the team members to whom messages of this kind go. */
export async function teamFor(on: Queryable, kind: TeamKind, about: About = {}): Promise<string[]> {
  const team = await on<{ id: string }[]>`
    select id from person where ${isInTeam(on, readersOf(kind, about))} order by id`
  return team.map(({ id }) => id)
}

const isToTeam = (kind: string): kind is TeamKind => Object.hasOwn(READERS, kind)

type Message = { kind: string; personId: string | null; data?: About }

/**
 * Returns whether the person of a message may read it: anybody but for a message to the team, whose readers may have
 * been removed or have got another role since it was ordered.
 */
export async function mayRead(on: Queryable, { kind, personId, data = {} }: Message): Promise<boolean> {
  if (!isToTeam(kind)) return true
  const [reader] = await on`
    select from person where id = ${personId} and ${isInTeam(on, readersOf(kind, data))}`
  return reader !== undefined
}

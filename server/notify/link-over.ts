import {
  ACTIVATION_LINK_MS,
  EMAIL_CHANGE_MS,
  MINE_LINK_MS,
  RESET_LINK_MS,
  SIGN_IN_LINK_MS,
  TEAM_INVITE_MS,
} from '../../sync/limits.ts'
import type { Queryable } from '../db/sql.ts'
import type { AccountMailKind } from './enqueue.ts'

/** How long the link of a mail opens something, from when the mail was ordered. */
const LIVES_MS = {
  'sign-in-link': SIGN_IN_LINK_MS,
  'password-reset': RESET_LINK_MS,
  'mine-link': MINE_LINK_MS,
  'fan-join': ACTIVATION_LINK_MS,
  'athlete-join': ACTIVATION_LINK_MS,
  'email-change-old': EMAIL_CHANGE_MS,
  'email-change-new': EMAIL_CHANGE_MS,
  'team-invite': TEAM_INVITE_MS,
} satisfies { [Kind in AccountMailKind]?: number }

/** Returns until when the link of a mail opens something. */
export function linkEndsAt(kind: keyof typeof LIVES_MS, orderedAt: Date): Date {
  return new Date(orderedAt.getTime() + LIVES_MS[kind])
}

/** Returns whether the link of a mail that could not be sent in time opens nothing any longer. */
export async function isLinkOver(on: Queryable, mailId: string): Promise<boolean> {
  const lives: { [Kind in AccountMailKind]?: number } = LIVES_MS
  const [mail] = await on<{ kind: AccountMailKind; ageMs: number }[]>`
    select kind, (extract(epoch from app_now() - created_at) * 1000)::float8 as "ageMs" from mail where id = ${mailId}`
  return mail !== undefined && mail.ageMs >= (lives[mail.kind] ?? Number.POSITIVE_INFINITY)
}

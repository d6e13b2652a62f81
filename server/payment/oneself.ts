import { normaliseEmail } from '../../sync/account/asker.ts'
import type { TxContext } from '../transact.ts'

type Party = { athleteId: string; personId: string | null; email: string }

/**
 * Returns whether the person asking is the athlete: by account, or by an email address in any spelling. Nobody may
 * ask, rate or tip themselves.
 */
export async function isOneself(
  { tx }: Pick<TxContext, 'tx'>,
  { athleteId, personId, email }: Party,
): Promise<boolean> {
  if (athleteId === personId) return true
  const known = await tx<{ id: string; email: string }[]>`
    select id, email from person where id = ${athleteId} or id = ${personId}`
  const [own, others] = [
    known.filter(({ id }) => id === athleteId),
    known.filter(({ id }) => id !== athleteId),
  ]
  const addresses = [email, ...others.map((each) => each.email)].filter(Boolean).map(normaliseEmail)
  return own.some((athlete) => addresses.includes(normaliseEmail(athlete.email)))
}

/**
 * Returns whether the athlete asked the question themselves, or the visitor with its link is the athlete: by
 * account, address or the card that paid.
 */
export async function isOwnQuestion(
  work: Pick<TxContext, 'tx'>,
  { questionId, personId }: { questionId: string; personId: string | null },
): Promise<boolean> {
  const [question] = await work.tx<{ athleteId: string; fanId: string; email: string }[]>`
    select athlete_id as "athleteId", fan_id as "fanId", asker ->> 'email' as email from question where id = ${questionId}`
  if (!question) return false
  const { athleteId, fanId, email } = question
  for (const each of new Set([personId, fanId]))
    if (await isOneself(work, { athleteId, personId: each, email })) return true
  return isOwnCard(work, { askId: questionId, athleteId })
}

/** Returns whether the athlete's own account has paid with this card before, by the provider's fingerprint. */
export async function paidWith(
  { tx }: Pick<TxContext, 'tx'>,
  { athleteId, fingerprint }: { athleteId: string; fingerprint: string | null },
): Promise<boolean> {
  const [same] = await tx`
    select from hold o join prepared_ask k on k.id = o.ask_id and k.person_id = ${athleteId}
    where o.card_fingerprint = ${fingerprint} limit 1`
  return same !== undefined
}

/** Returns whether an ask is paid with a card that its athlete's own account has also used. */
export async function isOwnCard(
  { tx }: Pick<TxContext, 'tx'>,
  { askId, athleteId }: { askId: string; athleteId: string },
): Promise<boolean> {
  const [same] = await tx`
    select from hold h join hold o on o.card_fingerprint = h.card_fingerprint
    join prepared_ask k on k.id = o.ask_id and k.person_id = ${athleteId}
    where h.ask_id = ${askId} and o.ask_id <> h.ask_id limit 1`
  return same !== undefined
}

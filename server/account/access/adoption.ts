import type { Tx } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import type { TxContext } from '../../transact.ts'

/**
 * The steps that turn a placeholder into an account; the specification has a sentence for the failure of each
 * (S2-8.6 to S2-8.9).
 */
export type AdoptionStep = 'conversations' | 'conversation' | 'messages' | 'profile'

const STEPS = new WeakMap<Error, AdoptionStep>()

/** Runs a step of the adoption. An error is rethrown as it is, and the step it came from is remembered (D111). */
export async function inStep<T>(step: AdoptionStep, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error) STEPS.set(error, step)
    throw error
  }
}

/** Returns the step of an adoption in which an error was thrown; null where it was thrown outside one. */
export function adoptionStepOf(error: unknown): AdoptionStep | null {
  return (error instanceof Error && STEPS.get(error)) || null
}

/**
 * Gives the address to the placeholder with the same birth date as the new member: the inbox now proves that they
 * are the same person, whatever name was typed. Returns the other placeholders with that birth date, whose
 * questions will follow. The owner of the address decides about those with another birth date (D117).
 */
export async function standUp(
  tx: Tx,
  { email, birthDate }: { email: string; birthDate: string },
): Promise<string[]> {
  const same = await tx<{ id: string }[]>`
    select id from person where claimed_email = ${email} and auth_id is null and birth_date = ${birthDate}
    order by created_at, id for update`
  const ids = same.map(({ id }) => id)
  const stood = await tx<{ id: string }[]>`
    update person set email = ${email}, claimed_email = null, claim_key = null
    where id = ${ids[0] ?? null} and not exists (select from person where lower(email) = ${email}) returning id`
  return ids.filter((id) => id !== stood[0]?.id)
}

/**
 * Handles the questions of a new account: its own, and those of the other placeholders that are the same person.
 * It is passed in by a higher layer, because this layer does not know questions.
 */
export type Adopt = (work: TxContext, personId: string, others: string[]) => Promise<void>

export type History = { conversations: string[]; questions: string[] }

/**
 * Returns the conversations and questions of an address without an account, and locks its person so that none is
 * added before the adoption.
 */
export async function historyOf(tx: Tx, email: string): Promise<History> {
  await tx`select from person where lower(email) = ${email} for update`
  const conversations = await tx<{ id: string }[]>`
    select c.id from conversation c join person p on p.id = c.fan_id where lower(p.email) = ${email} order by c.id`
  const questions = await tx<{ id: string }[]>`
    select q.id from question q join person p on p.id = q.fan_id where lower(p.email) = ${email} order by q.id`
  return { conversations: conversations.map(({ id }) => id), questions: questions.map(({ id }) => id) }
}

/** Throws unless the account owns every conversation of the placeholder, under the same ids as before. */
export async function mustOwnConversations(tx: Tx, personId: string, ids: string[]): Promise<void> {
  const [own] = await tx<{ n: number }[]>`
    select count(*)::int as n from conversation where id = any(${ids}::uuid[]) and fan_id = ${personId}`
  if (own?.n !== ids.length) throw new InternalError('a conversation was not adopted')
}

/** Throws unless the account owns every question of the placeholder. */
export async function mustOwnQuestions(tx: Tx, personId: string, ids: string[]): Promise<void> {
  const [own] = await tx<{ n: number }[]>`
    select count(*)::int as n from question where id = any(${ids}::uuid[]) and fan_id = ${personId}`
  if (own?.n !== ids.length) throw new InternalError('a question was not adopted')
}

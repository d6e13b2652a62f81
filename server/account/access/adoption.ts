import type { Tx } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import type { TxContext } from '../../transact.ts'

/** The steps in which a placeholder becomes an account; each has its sentence of the specification (S2-8.6 to S2-8.9). */
export type AdoptionStep = 'conversations' | 'conversation' | 'messages' | 'profile'

const STEPS = new WeakMap<Error, AdoptionStep>()

/** Runs a step of the adoption; what it throws goes on as it is, and remembers in which step it was thrown (D111). */
export async function inStep<T>(step: AdoptionStep, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error) STEPS.set(error, step)
    throw error
  }
}

/** In which step of an adoption an error was thrown; null where it was in none. */
export function adoptionStepOf(error: unknown): AdoptionStep | null {
  return (error instanceof Error && STEPS.get(error)) || null
}

/**
 * Gives the address to the placeholder that was born on the day of whoever signs up: it is the same person, now proven by
 * the inbox, however they wrote their name. Answers the others of that day, whose questions follow. Whoever told another
 * day is left to the owner of the address to say (D117).
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
 * What is done with the questions of a new account: its own, and those of the others who are the same person. Passed in
 * from above, where questions are known.
 */
export type Adopt = (work: TxContext, personId: string, others: string[]) => Promise<void>

export type History = { conversations: string[]; questions: string[] }

/** What an address has asked without an account: held until it is adopted, so that nothing slips in between. */
export async function historyOf(tx: Tx, email: string): Promise<History> {
  await tx`select from person where lower(email) = ${email} for update`
  const conversations = await tx<{ id: string }[]>`
    select c.id from conversation c join person p on p.id = c.fan_id where lower(p.email) = ${email} order by c.id`
  const questions = await tx<{ id: string }[]>`
    select q.id from question q join person p on p.id = q.fan_id where lower(p.email) = ${email} order by q.id`
  return { conversations: conversations.map(({ id }) => id), questions: questions.map(({ id }) => id) }
}

/** The account has every conversation of the placeholder, under the id it always had; throws where one is not its own. */
export async function mustOwnConversations(tx: Tx, personId: string, ids: string[]): Promise<void> {
  const [own] = await tx<{ n: number }[]>`
    select count(*)::int as n from conversation where id = any(${ids}::uuid[]) and fan_id = ${personId}`
  if (own?.n !== ids.length) throw new InternalError('a conversation was not adopted')
}

/** The same of every question. */
export async function mustOwnQuestions(tx: Tx, personId: string, ids: string[]): Promise<void> {
  const [own] = await tx<{ n: number }[]>`
    select count(*)::int as n from question where id = any(${ids}::uuid[]) and fan_id = ${personId}`
  if (own?.n !== ids.length) throw new InternalError('a question was not adopted')
}

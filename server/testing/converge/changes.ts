import type { Sql } from '../../db/sql.ts'
import type { Draw } from '../workloads/random.ts'

/** The people and rows that the writers write about. Rows that a change makes are added. */
export type Cast = {
  fans: string[]
  athletes: string[]
  media: string[]
  drafts: string[]
  questions: string[]
  answers: string[]
}

type Change = (tx: Sql, cast: Cast, draw: Draw) => Promise<unknown>

/** The changes: each makes documents, changes them, or moves them in or out of someone's sight. */
const CHANGES: [weight: number, change: Change][] = [
  [6, askSomething],
  [
    4,
    (tx, { questions }, { pick, int }) =>
      tx`update question set subject = ${`s${int(1e9)}`}, revision = revision + 1 where id = ${pick(questions)}`,
  ],
  // Approves the question, or takes the approval back, so that it enters or leaves the athlete's sight.
  [
    5,
    (tx, { questions }, { pick }) =>
      tx`update question set approved_at = case when approved_at is null then app_now() end where id = ${pick(questions)}`,
  ],
  // Gives a question to another athlete, or to another fan.
  [
    2,
    (tx, { questions, athletes }, { pick }) =>
      tx`update question set athlete_id = ${pick(athletes)} where id = ${pick(questions)}`,
  ],
  [
    2,
    (tx, { questions, fans }, { pick }) =>
      tx`update question set fan_id = ${pick(fans)} where id = ${pick(questions)}`,
  ],
  [
    1,
    (tx, { fans }, { pick }) =>
      tx`update question set hold_state = 'held', revision = revision + 1 where fan_id = ${pick(fans)}`,
  ],
  [
    3,
    (tx, { fans }, { pick, chance }) =>
      tx`update conversation set updated_at = app_now(), opened_at = case when ${chance(0.5)} then app_now() end where fan_id = ${pick(fans)}`,
  ],
  [3, answerSomething],
  [
    4,
    (
      tx,
      { answers },
      { pick },
    ) => tx`update answer set updated_at = app_now(), state = ${pick(['waiting', 'stored', 'delivered', 'withdrawn'])}
    where id = ${pick(answers)} and not exists (select from answer b where b.question_id = answer.question_id and b.id <> answer.id)`,
  ],
  [
    3,
    (tx, { fans, athletes, drafts }, { id: newId, pick, chance, int }) => {
      const id = chance(0.3) || drafts.length === 0 ? newId() : pick(drafts)
      drafts.push(id)
      return tx`insert into draft (id, person_id, athlete_id, body, base, saved_at) values (${id}, ${pick(fans)}, ${pick(athletes)}, 'b', 0, app_now())
      on conflict (id) do update set body = ${`b${int(1e9)}`}, revision = draft.revision + 1, discarded = ${chance(0.4)}`
    },
  ],
  [
    1,
    (tx, { fans, athletes }, { pick, int }) =>
      tx`update person set price_cents = ${int(9_999)} where id = ${pick([...fans, ...athletes])}`,
  ],
  // Changes a name that the other side of a conversation sees.
  [
    2,
    (tx, { fans, athletes }, { pick, int }) =>
      tx`update person set first_name = ${`n${int(1e9)}`} where id = ${pick([...fans, ...athletes])}`,
  ],
]
const WEIGHTED = CHANGES.flatMap(([weight, change]) => Array.from({ length: weight }, () => change))

/** Makes one randomly drawn change; those with a higher weight are drawn more often. */
export async function changeSomething(tx: Sql, cast: Cast, draw: Draw): Promise<void> {
  await draw.pick(WEIGHTED)(tx, cast, draw)
}

export async function askSomething(
  tx: Sql,
  { fans, athletes, questions }: Cast,
  { pick, id: newId }: Draw,
): Promise<void> {
  const [fan, athlete, id] = [pick(fans), pick(athletes), newId()]
  const [conversation] = await tx<{ id: string }[]>`
    insert into conversation (id, fan_id, athlete_id) values (${newId()}, ${fan}, ${athlete})
    on conflict (fan_id, athlete_id) do update set updated_at = app_now() returning id`
  await tx`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, amount_cents, submitted_at, screening_ends_at)
    values (${id}, ${conversation?.id ?? ''}, ${fan}, ${athlete}, '{}', 's', 'text', 't', 100, app_now(), app_now())`
  questions.push(id)
}

export async function answerSomething(
  tx: Sql,
  { media, questions, answers }: Cast,
  { pick, id: newId }: Draw,
): Promise<void> {
  const id = newId()
  await tx`
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, duration_ms, recorded_at, submitted_at)
    select ${id}, q.id, q.conversation_id, q.athlete_id, q.fan_id, ${pick(media)}, 1, app_now(), app_now() from question q
    where q.id = ${pick(questions)} and not exists (select from answer a where a.question_id = q.id and a.state <> 'withdrawn')
    on conflict do nothing`
  answers.push(id)
}

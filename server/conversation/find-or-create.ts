import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'

/** Returns the conversation of a pair and makes it if missing: the same pair always has the same id (S1-3.12). */
export async function findOrCreateConversation(
  { context, tx }: TxContext,
  fanId: string,
  athleteId: string,
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into conversation (id, fan_id, athlete_id) values (${context.random.id()}, ${fanId}, ${athleteId})
    on conflict (fan_id, athlete_id) do update set updated_at = app_now() returning id`
  if (!row) throw new InternalError('no conversation came back')
  return row.id
}

/** Moves a conversation to the top of both lists, and shows it to the athlete when a question is first approved. */
export async function touchConversation({ tx }: TxContext, id: string, open: boolean): Promise<void> {
  await tx`
    update conversation set updated_at = app_now(), opened_at = case when ${open} then coalesce(opened_at, app_now()) else opened_at end
    where id = ${id}`
}

/** Deletes a conversation without a question; its readers are told that it is gone. */
export async function forgetEmptyConversation({ tx }: TxContext, id: string): Promise<void> {
  // A transaction that is about to ask in it holds its row; after this wait its question is visible.
  await tx`select from conversation where id = ${id} for update`
  await tx`delete from conversation c where id = ${id} and not exists (select from question where conversation_id = c.id)`
}

import { SERVER_LIMITS } from '../../sync/limits.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Queryable } from '../db/sql.ts'
import { inOneStatement } from '../db/transaction.ts'
import type { Alone, TxContext } from '../transact.ts'

type Saved = { draftId: string; revision: number }

type Save = { draftId: string; athleteId: string; base: number; savedAt: number; body: string }

/**
 * Stores a signed-in person's unfinished question for their other devices. A draft based on an older revision does
 * not replace the stored one: it is kept beside it, so that no words are lost (D98).
 */
export async function saveDraft(work: TxContext, caller: Caller, save: Save): Promise<Result<Saved>> {
  const [saved] = await saveDrafts(work, caller, [save])
  return saved ?? refuse('not-found')
}

/** Stores several drafts, no two with the same id, and returns one result each, in order. */
export async function saveDrafts(work: TxContext, caller: Caller, saves: Save[]): Promise<Result<Saved>[]> {
  const { personId } = caller
  if (!personId || !can(caller, 'keep-drafts')) return saves.map(() => refuse('not-allowed'))
  const rows = saves.map((save) => rowOf(save, { id: save.draftId, personId }))
  const revisions = await writeDrafts(work.tx, rows)
  const left = saves.filter(({ draftId }) => !revisions.has(draftId))
  const others = left.length > 0 ? await keepBeside(work, personId, left) : new Map<string, Result<Saved>>()
  return saves.map(({ draftId }) => {
    const revision = revisions.get(draftId)
    return revision ? done({ draftId, revision }) : (others.get(draftId) ?? refuse('not-found'))
  })
}

/**
 * Stores one draft in a single statement, because saving a draft is the most frequent change of all. Returns null
 * when something prevents it; then nothing was changed.
 */
export async function saveDraftAlone(
  { context, keepOutcome }: Alone,
  caller: Caller,
  save: Save,
): Promise<Saved | null> {
  const { personId } = caller
  if (!personId || !can(caller, 'keep-drafts')) return null
  const row = rowOf(save, { id: save.draftId, personId })
  const [saved] = await inOneStatement(
    context.sql,
    (sql) => sql<Saved[]>`
      with written as (${upsertDrafts(sql, [row])}),
        settled as (select id as "draftId", revision from written),
        kept as (${keepOutcome(sql)})
      select * from settled`,
  )
  return saved ?? null
}

/**
 * Returns the results of the drafts that could not be written, by their ids: refused, or stored beside the existing
 * draft.
 */
async function keepBeside(
  { context, tx }: TxContext,
  personId: string,
  saves: Save[],
): Promise<Map<string, Result<Saved>>> {
  const strangers = await tx<{ id: string }[]>`
    select id from draft
    where id = any(${saves.map(({ draftId }) => draftId)}::uuid[]) and person_id <> ${personId}`
  const foreign = new Set(strangers.map(({ id }) => id))
  const beside = saves
    .filter(({ draftId }) => !foreign.has(draftId))
    .map((save) => ({ save, row: rowOf(save, { id: context.random.id(), personId }) }))
  const revisions = await writeDrafts(
    tx,
    beside.map(({ row }) => row),
  )
  // a new id conflicts with nothing, so either the account has too many drafts or the athlete is gone
  const why = revisions.size < beside.length && (await hasEnough(tx, personId))
  const no = refuse(why ? 'drafts-enough' : 'athlete-unavailable')
  return new Map(
    beside.map(({ save, row }): [string, Result<Saved>] => {
      const revision = revisions.get(row.id)
      return [save.draftId, revision ? done({ draftId: row.id, revision }) : no]
    }),
  )
}

/** Whether an account has fewer drafts than it may have. At the limit only existing drafts can be saved. */
const isRoomLeft = (sql: Queryable, personId: string | null) => sql`
  (select count(*) from draft d where d.person_id = ${personId}::uuid and (not d.discarded or d.body <> '')) < ${SERVER_LIMITS.draftsPerPerson}`

async function hasEnough(tx: TxContext['tx'], personId: string): Promise<boolean> {
  const [room] = await tx<{ isLeft: boolean }[]>`
    select ${isRoomLeft(tx, personId)} as "isLeft"`
  return !room?.isLeft
}

type DraftRow = ReturnType<typeof rowOf>

function rowOf({ athleteId, body, base, savedAt }: Save, { id, personId }: { id: string; personId: string }) {
  return { id, person_id: personId, athlete_id: athleteId, body, base, saved_at: new Date(savedAt) }
}

/** Writes the drafts that nothing prevents, in one statement, and returns their revisions by id. */
async function writeDrafts(tx: TxContext['tx'], rows: DraftRow[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const written = await upsertDrafts(tx, rows)
  return new Map(written.map(({ id, revision }) => [id, revision]))
}

/**
 * Writes drafts of one account. The limit is counted once for all of them, so one push can exceed it by its own
 * drafts.
 */
function upsertDrafts(sql: Queryable, rows: DraftRow[]) {
  const personId = rows[0]?.person_id ?? null
  return sql<{ id: string; revision: number }[]>`
    insert into draft as kept (id, person_id, athlete_id, body, base, saved_at)
    select r.* from jsonb_to_recordset(${sql.json(rows as never)})
      as r (id uuid, person_id uuid, athlete_id uuid, body text, base int, saved_at timestamptz)
    join person athlete on athlete.id = r.athlete_id and athlete.username is not null
    where exists (select from draft d where d.id = r.id and not d.discarded) or ${isRoomLeft(sql, personId)}
    order by r.id
    on conflict (id) do update set body = excluded.body, base = excluded.base, athlete_id = excluded.athlete_id,
      saved_at = excluded.saved_at, revision = kept.revision + 1, discarded = false
      where kept.person_id = excluded.person_id and kept.revision = excluded.base
    returning id, revision`
}

/** Removes a draft from all devices of its owner. Refuses `not-found` for anybody else's draft. */
export async function discardDraft(
  { tx }: TxContext,
  caller: Caller,
  { draftId }: { draftId: string },
): Promise<Result<Record<string, never>>> {
  const gone = await tx`
    update draft set discarded = true, revision = revision + 1 where id = ${draftId} and person_id = ${caller.personId} returning id`
  return gone.length === 1 ? done({}) : refuse('not-found')
}

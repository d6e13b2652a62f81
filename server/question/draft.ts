import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Work } from '../work.ts'

type Saved = { draftId: string; revision: number }

type Save = { draftId: string; athleteId: string; base: number; savedAt: number; body: string }

/**
 * Keeps a signed-in person's unfinished question for their other devices. Written over an older revision than the
 * stored one it does not win: the stored draft stays and the newcomer is kept beside it, so no word is lost (D98).
 */
export async function saveDraft(work: Work, caller: Caller, save: Save): Promise<Result<Saved>> {
  const [saved] = await saveDrafts(work, caller, [save])
  return saved ?? refuse('not-found')
}

/** The same for several at once, no two of one draft: one result each, in their order. */
export async function saveDrafts(
  { context, tx }: Work,
  caller: Caller,
  saves: Save[],
): Promise<Result<Saved>[]> {
  const { personId } = caller
  if (!personId || !can(caller, 'keep-drafts')) return saves.map(() => refuse('not-allowed'))
  const found = await findForSaves(tx, saves)
  const written = saves.map((save): Result<DraftRow> => {
    const kept = found.drafts.get(save.draftId)
    if (kept && kept.personId !== personId) return refuse('not-found')
    if (!found.athletes.has(save.athleteId)) return refuse('athlete-unavailable')
    const isLost = kept !== undefined && kept.revision !== save.base
    return done(rowOf(save, { id: isLost ? context.random.id() : save.draftId, personId }))
  })
  const revisions = await writeDrafts(
    tx,
    written.flatMap((each) => (each.ok ? [each.value] : [])),
  )
  return written.map((each) =>
    each.ok ? done({ draftId: each.value.id, revision: revisions.get(each.value.id) ?? 1 }) : each,
  )
}

type Tx = Work['tx']
type Kept = { id: string; personId: string; revision: number }

async function findForSaves(
  tx: Tx,
  saves: Save[],
): Promise<{ drafts: Map<string, Kept>; athletes: Set<string> }> {
  const [drafts, athletes] = await Promise.all([
    tx<Kept[]>`
      select id, person_id as "personId", revision from draft
      where id = any(${saves.map(({ draftId }) => draftId)}::uuid[]) order by id for update`,
    tx<{ id: string }[]>`
      select id from person
      where id = any(${saves.map(({ athleteId }) => athleteId)}::uuid[]) and username is not null`,
  ])
  return {
    drafts: new Map(drafts.map((draft) => [draft.id, draft])),
    athletes: new Set(athletes.map(({ id }) => id)),
  }
}

type DraftRow = ReturnType<typeof rowOf>

function rowOf({ athleteId, body, base, savedAt }: Save, { id, personId }: { id: string; personId: string }) {
  return { id, person_id: personId, athlete_id: athleteId, body, base, saved_at: new Date(savedAt) }
}

async function writeDrafts(tx: Tx, rows: DraftRow[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const written = await tx<{ id: string; revision: number }[]>`
    insert into draft ${tx(rows)}
    on conflict (id) do update set body = excluded.body, base = excluded.base, athlete_id = excluded.athlete_id,
      saved_at = excluded.saved_at, revision = draft.revision + 1, discarded = false
    returning id, revision`
  return new Map(written.map(({ id, revision }) => [id, revision]))
}

/** Takes a draft away from every device of its owner. Refuses `not-found` for anybody else's. */
export async function discardDraft(
  { tx }: Work,
  caller: Caller,
  { draftId }: { draftId: string },
): Promise<Result<Record<string, never>>> {
  const gone = await tx`
    update draft set discarded = true, revision = revision + 1 where id = ${draftId} and person_id = ${caller.personId} returning id`
  return gone.length === 1 ? done({}) : refuse('not-found')
}

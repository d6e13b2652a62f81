import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Work } from '../work.ts'

type Saved = { draftId: string; revision: number }

/**
 * Keeps a signed-in person's unfinished question for their other devices. Written over an older revision than the
 * stored one it does not win: the stored draft stays and the newcomer is kept beside it, so no word is lost (D98).
 */
export async function saveDraft(
  { context, tx }: Work,
  caller: Caller,
  args: { draftId: string; athleteId: string; base: number; savedAt: number; body: string },
): Promise<Result<Saved>> {
  if (!caller.personId || !can(caller, 'keep-drafts')) return refuse('not-allowed')
  const [kept] = await tx<{ personId: string; revision: number }[]>`
    select person_id as "personId", revision from draft where id = ${args.draftId} for update`
  if (kept && kept.personId !== caller.personId) return refuse('not-found')
  const [athlete] = await tx`select from person where id = ${args.athleteId} and username is not null`
  if (!athlete) return refuse('athlete-unavailable')
  const lost = kept !== undefined && kept.revision !== args.base
  const id = lost ? context.random.id() : args.draftId
  const [row] = await tx<{ revision: number }[]>`
    insert into draft (id, person_id, athlete_id, body, base, saved_at)
    values (${id}, ${caller.personId}, ${args.athleteId}, ${args.body}, ${args.base}, ${new Date(args.savedAt)})
    on conflict (id) do update set body = excluded.body, base = excluded.base, athlete_id = excluded.athlete_id,
      saved_at = excluded.saved_at, revision = draft.revision + 1, discarded = false
    returning revision`
  return done({ draftId: id, revision: row?.revision ?? 1 })
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

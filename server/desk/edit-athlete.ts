import type { athleteEdit, listingRestore, TeamEdits } from '../../sync/desk/athletes.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { recordAct } from '../audit/record-act.ts'
import type { TxContext } from '../transact.ts'

const FIELDS = ['paused', 'promo', 'tags', 'tiktokEmbeds'] as const

/**
 * Changes the fields that only the team changes for an athlete (D82): a pause on request, the free first
 * question, tags, linked videos. Public with this commit. A field that has the wanted value already is left as it
 * is. Refuses `not-found`, and `changed-meanwhile` with the `fields` that differ from what the admin saw.
 */
export async function editAthlete(
  { tx }: TxContext,
  caller: Caller,
  { personId, before, now }: Infer<typeof athleteEdit>,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'manage-athletes')) return refuse('not-allowed')
  const [kept] = await tx<TeamEdits[]>`
    select paused, promo, tags, tiktok_embeds as "tiktokEmbeds" from person
    where id = ${personId} and role = 'creator' and leaving_at is null and closed_at is null for no key update`
  if (!kept) return refuse('not-found')
  const changed = FIELDS.filter(
    (field) => !isSame(before[field], now[field]) && !isSame(kept[field], now[field]),
  )
  const lost = changed.filter((field) => !isSame(kept[field], before[field]))
  if (lost.length > 0) return refuse('changed-meanwhile', { fields: lost.join() })
  if (changed.length === 0) return done({})
  const next = { ...kept, ...Object.fromEntries(changed.map((field) => [field, now[field]])) } as TeamEdits
  await tx`
    update person set paused = ${next.paused}, promo = ${next.promo}, tags = ${next.tags},
      tiktok_embeds = ${next.tiktokEmbeds}, updated_at = app_now(),
      paused_until = case when ${next.paused} = ${kept.paused} then paused_until end
    where id = ${personId}`
  await recordAct({ tx }, caller, {
    act: 'athlete.edit',
    subject: personId,
    detail: { changed: changed.join(' ') },
  })
  return done({})
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Lists an athlete again after a red card removed them. The profile stays paused until the athlete is ready for
 * requests. Refuses `not-found` where there is nothing to restore.
 */
export async function restoreListing(
  { tx }: TxContext,
  caller: Caller,
  { personId }: Infer<typeof listingRestore>,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'manage-athletes')) return refuse('not-allowed')
  const [restored] = await tx`
    update person set listed = true, updated_at = app_now()
    where id = ${personId} and role = 'creator' and not listed and closed_at is null and leaving_at is null returning id`
  if (!restored) return refuse('not-found')
  await recordAct({ tx }, caller, { act: 'athlete.restore', subject: personId })
  return done({})
}

import type { IntentArgs } from '../../../sync/intents.ts'
import type { PicturePlace } from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Tx } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import { givePicture } from '../../media/pictures/keep-picture.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import { tellPictureWanted } from './request-picture.ts'
import { adminOf, releaseAt, throwAway } from './store.ts'

type Brought = { personId: string; place: PicturePlace; username: string; isLeaving: boolean }

/**
 * Publishes the picture that the admin looked at, in place of the former one, and tells the member (S2-2.76,
 * D82). Refuses `not-found`, `already-decided`, and `changed-meanwhile` where another picture was brought since.
 */
export async function approvePicture(
  work: TxContext,
  caller: Caller,
  { requestId, pictureId }: IntentArgs<'picture.approve'>,
): Promise<Result<{ url: string }>> {
  const brought = await broughtPicture(work.tx, requestId, pictureId)
  if (!brought.ok) return brought
  const { personId, username } = brought.value
  if (brought.value.isLeaving) return refuse('not-found')
  const url = await givePicture(work, pictureId, { personId, username })
  const former = await showPicture(work.tx, brought.value, url)
  if (former) await releaseAt(work.tx, personId, former)
  await work.tx`
    update picture_request set state = 'approved', settled_by = ${adminOf(caller)}, settled_at = app_now()
    where id = ${requestId}`
  const id = work.context.random.id()
  await tellAccount(work, { id, kind: 'picture-public', personId, pictureRequestId: requestId })
  await recordAct(work, caller, { act: 'picture.approve', subject: requestId, detail: { pictureId } })
  return done({ url })
}

/**
 * Discards the picture that the admin looked at and asks the member for another one, with a note. Refuses as
 * `approvePicture` does.
 */
export async function rejectPicture(
  work: TxContext,
  caller: Caller,
  { requestId, pictureId, note }: IntentArgs<'picture.reject'>,
): Promise<Result<{ requestId: string }>> {
  const brought = await broughtPicture(work.tx, requestId, pictureId)
  if (!brought.ok) return brought
  await throwAway(work.tx, pictureId)
  await work.tx`
    update picture_request set state = 'asked', picture_id = null, note = ${note || null} where id = ${requestId}`
  await tellPictureWanted(work, { personId: brought.value.personId, requestId })
  await recordAct(work, caller, { act: 'picture.reject', subject: requestId, detail: { pictureId } })
  return done({ requestId })
}

/** Returns the picture brought for a request if it is still the one the admin looked at; locked, with its person. */
async function broughtPicture(tx: Tx, requestId: string, pictureId: string): Promise<Result<Brought>> {
  const [row] = await tx<(Brought & { state: string; pictureId: string | null })[]>`
    select r.state, r.picture_id as "pictureId", r.person_id as "personId", r.place, p.username,
      p.leaving_at is not null as "isLeaving"
    from picture_request r join person p on p.id = r.person_id where r.id = ${requestId} for update`
  if (!row) return refuse('not-found')
  if (row.state === 'approved' || row.state === 'withdrawn') return refuse('already-decided')
  return row.pictureId === pictureId ? done(row) : refuse('changed-meanwhile')
}

/**
 * Puts a picture's address where the profile shows it: a cover at its number, or after the last one. Returns the
 * address it replaced.
 */
async function showPicture(tx: Tx, { personId, place }: Brought, url: string): Promise<string | null> {
  const [row] = await tx<{ pictureUrl: string | null; coverUrls: string[] }[]>`
    select picture_url as "pictureUrl", cover_urls as "coverUrls" from person where id = ${personId}`
  if (!row) throw new InternalError(`person ${personId} was there and is not`)
  if (place === 'profile') {
    await tx`update person set picture_url = ${url}, updated_at = app_now() where id = ${personId}`
    return row.pictureUrl
  }
  const at = Math.min(Number(place.slice('cover'.length)) - 1, row.coverUrls.length)
  await tx`
    update person set cover_urls = ${row.coverUrls.toSpliced(at, 1, url)}, updated_at = app_now()
    where id = ${personId}`
  return row.coverUrls[at] ?? null
}

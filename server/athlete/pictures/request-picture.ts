import { hasPlace } from '../../../sync/athlete/picture-request.ts'
import type { IntentArgs } from '../../../sync/intents.ts'
import type { PicturePlace } from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import { recordAct } from '../../audit/record-act.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import { adminOf, throwAway } from './store.ts'

/**
 * Asks a member for a picture for a place, on their devices and by mail (S2-2.76, D82); at most one mail per place
 * and day, because withdrawing and asking again would otherwise fill their mailbox. If a request for it is already
 * open, returns that one. Refuses `not-found` for a person without an account, without a username, or without such
 * a place.
 */
export async function requestPicture(
  work: TxContext,
  caller: Caller,
  { requestId, personId, place }: IntentArgs<'picture.request'>,
): Promise<Result<{ requestId: string }>> {
  const { tx } = work
  const [person] = await tx<{ role: string }[]>`
    select role from person where id = ${personId} and auth_id is not null and username is not null
      and leaving_at is null for no key update`
  if (!person || !hasPlace(person.role, place)) return refuse('not-found')
  const [made] = await tx<{ id: string }[]>`
    insert into picture_request (id, person_id, place, asked_by)
    values (${requestId}, ${personId}, ${place}, ${adminOf(caller)})
    on conflict (person_id, place) where state in ('asked', 'brought') do nothing returning id`
  if (made) {
    if (!(await wasToldToday(work, { personId, place })))
      await tellPictureWanted(work, { personId, requestId })
    await recordAct(work, caller, { act: 'picture.request', subject: requestId, detail: { place } })
  }
  const [open] = await tx<{ requestId: string }[]>`
    select id as "requestId" from picture_request
    where person_id = ${personId} and place = ${place} and state in ('asked', 'brought')`
  return open ? done(open) : refuse('changed-meanwhile')
}

/**
 * Returns whether a mail of the last day asks the member for a picture for this place. One that went to nobody does
 * not count.
 */
async function wasToldToday(
  { tx }: TxContext,
  { personId, place }: { personId: string; place: PicturePlace },
): Promise<boolean> {
  const [told] = await tx`
    select from mail m join picture_request r on r.id = (m.data ->> 'pictureRequestId')::uuid
    where m.person_id = ${personId} and m.kind = 'picture-wanted' and m.not_sent_because is null
      and m.created_at > app_now() - interval '1 day' and r.place = ${place} limit 1`
  return told !== undefined
}

/** Withdraws a picture request and discards the picture that was brought. Refuses `not-found`, `already-decided`. */
export async function withdrawPictureRequest(
  { tx }: TxContext,
  caller: Caller,
  { requestId }: IntentArgs<'picture.withdraw'>,
): Promise<Result<{ requestId: string }>> {
  const [request] = await tx<{ state: string; pictureId: string | null }[]>`
    select state, picture_id as "pictureId" from picture_request where id = ${requestId} for update`
  if (!request) return refuse('not-found')
  if (request.state !== 'asked' && request.state !== 'brought') return refuse('already-decided')
  await throwAway(tx, request.pictureId)
  await tx`
    update picture_request set state = 'withdrawn', picture_id = null, settled_by = ${adminOf(caller)},
      settled_at = app_now() where id = ${requestId}`
  await recordAct({ tx }, caller, { act: 'picture.withdraw', subject: requestId })
  return done({ requestId })
}

/** Sends the mail that asks for the picture, with the note about the previous one. */
export async function tellPictureWanted(
  work: TxContext,
  { personId, requestId }: { personId: string; requestId: string },
): Promise<void> {
  const id = work.context.random.id()
  await tellAccount(work, { id, kind: 'picture-wanted', personId, pictureRequestId: requestId })
}

import { LEAVING_MS } from '../../sync/limits.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { forgetTokens } from '../account/access/one-time-token.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { tellAccount } from '../notify/enqueue.ts'
import { mailedToken } from '../notify/mailed-token.ts'
import { linkHash } from '../notify/private-link.ts'
import type { TxContext } from '../transact.ts'
import { type Owner, ownerOf } from './data-link.ts'
import { endWhatIsOpen } from './end-open.ts'

type Leaving = { eraseAt: number }

/**
 * Starts a leaving: this commit hides the leaver, ends what is open and releases its holds, and ends sessions,
 * streams and push subscriptions. Seven days later everything is erased unless the leaver comes back. A repeated
 * request returns the same leaving, with what the address has sent since. Refuses what `ownerOf` refuses, and `not-allowed` for a member of the team, whom an owner
 * must remove first.
 */
export async function leave(work: TxContext, token: string): Promise<Result<Leaving>> {
  const opened = await ownerOf(work.tx, token)
  if (!opened.ok) return opened
  const owner = opened.value
  if (await lockPeople(work, owner.personIds)) return refuse('not-allowed')
  const eraseAt = new Date(work.now.getTime() + LEAVING_MS)
  const leavingId = work.context.random.id()
  const mailId = work.context.random.id()
  const [begun] = await work.tx`
    insert into leaving (id, person_id, email, keep_hash, erase_at)
    values (${leavingId}, ${accountOf(owner)}, ${owner.email},
      ${linkHash(mailedToken(work.context.secrets.mailedLink, mailId))}, ${eraseAt})
    on conflict (email) where kept_at is null and erased_at is null do nothing returning id`
  await hide(work, owner)
  await endWhatIsOpen(work, { ...owner, isAccount: owner.authId !== null })
  if (!begun) return done({ eraseAt: (await leaveAgain(work.tx, owner.email)) ?? eraseAt.getTime() })
  await tellAccount(work, { id: mailId, kind: 'leaving', personId: accountOf(owner), addressIn: leavingId })
  await enqueue(work, 'leaving.erase', { data: { leavingId }, startAfter: eraseAt, singletonKey: leavingId })
  return done({ eraseAt: eraseAt.getTime() })
}

const accountOf = ({ authId, personIds }: Owner) => (authId ? (personIds[0] ?? null) : null)

/** Locks the people who leave, and returns whether one of them is of the team. */
async function lockPeople({ tx }: TxContext, ids: string[]): Promise<boolean> {
  const rows = await tx<{ isOfTeam: boolean }[]>`
    select role = 'admin' and closed_at is null as "isOfTeam" from person
    where id = any (${ids}::uuid[]) order by id for update`
  return rows.some(({ isOfTeam }) => isOfTeam)
}

/** Returns when a leaving address will be erased; null where it is not leaving. */
export async function leavingOf(
  on: TxContext['tx'] | TxContext['context']['sql'],
  email: string,
): Promise<number | null> {
  const [row] = await on<{ eraseAt: Date }[]>`
    select erase_at as "eraseAt" from leaving where email = ${email} and kept_at is null and erased_at is null`
  return row?.eraseAt.getTime() ?? null
}

/** Counts what the address has sent until now as part of its leaving. Returns when that will be erased. */
async function leaveAgain(tx: TxContext['tx'], email: string): Promise<number | undefined> {
  const [row] = await tx<{ eraseAt: Date }[]>`
    update leaving set asked_at = app_now() where email = ${email} and kept_at is null and erased_at is null
    returning erase_at as "eraseAt"`
  return row?.eraseAt.getTime()
}

/**
 * Hides the people who leave. Without an account, whoever asks again with the same words is a new person, whom this
 * leaving does not erase.
 */
async function hide(work: TxContext, { personIds, authId }: Owner): Promise<void> {
  const { tx } = work
  await tx`
    update person set leaving_at = coalesce(leaving_at, app_now()), claim_key = null, updated_at = app_now()
    where id = any (${personIds}::uuid[])`
  await tx`select publish_leaver(id) from unnest(${personIds}::uuid[]) id`
  await tx`delete from push_subscription where person_id = any (${personIds}::uuid[])`
  if (!authId) return
  await tx`delete from auth.session where "userId"::text = ${authId}`
  await forgetTokens(work, authId)
}

/**
 * Cancels a leaving with the link in its mail, once: the leaver is visible again, but what was ended stays ended.
 * Refuses `link-spent`, also where the erasure was faster.
 */
export async function keep({ tx }: TxContext, token: string): Promise<Result<object>> {
  const [row] = await tx<{ email: string; personId: string | null }[]>`
    select email, person_id as "personId" from leaving
    where keep_hash = ${linkHash(token)} and kept_at is null and erased_at is null`
  if (!row) return refuse('link-spent')
  const [kept] = row.personId
    ? await tx<{ done: boolean }[]>`select keep_person(${row.personId}) as done`
    : await tx<{ done: boolean }[]>`select keep_address(${row.email}) as done`
  return kept?.done ? done({}) : refuse('link-spent')
}

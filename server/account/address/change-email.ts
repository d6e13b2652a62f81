import type { ChangeEmailCall, ConfirmEmailAnswer } from '../../../sync/account/account-calls.ts'
import type { EmailChange } from '../../../sync/account/safety.ts'
import { EMAIL_CHANGE_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import type { TxContext } from '../../transact.ts'
import { type AccountRow, accountByUser, isStillHash } from '../access/account-row.ts'
import { closeEveryAccess } from '../access/one-time-token.ts'
import { personById } from '../person.ts'

/**
 * Checks the password of the account whose address is to change, and that the new address differs. Refuses
 * `sign-in-first`, `wrong-current-password`, `same-email`.
 */
export async function mayChangeEmail(
  { sql, passwords }: Context,
  personId: string | null,
  { email, password }: ChangeEmailCall,
): Promise<Result<AccountRow>> {
  const person = personId ? await personById(sql, personId) : null
  const account = person?.authId ? await accountByUser(sql, person.authId) : null
  if (!account) return refuse('sign-in-first')
  if (!(await passwords.verify(password, account.passwordHash))) return refuse('wrong-current-password')
  return email.toLowerCase() === account.email.toLowerCase() ? refuse('same-email') : done(account)
}

/**
 * Mails a link to the current address and one to the wanted address; nothing changes before both are confirmed.
 * Only the inbox of the wanted address is told whether it already has an account (D112). The caller has checked
 * the password; if it has changed since, refuses `wrong-current-password`.
 */
export async function askEmailChange(
  work: TxContext,
  account: AccountRow,
  email: string,
): Promise<Result<object>> {
  const { context, tx } = work
  await tx`select from person where id = ${account.personId} for update`
  if (!(await isStillHash(tx, account.userId, account.passwordHash))) return refuse('wrong-current-password')
  const [id, oldMail, newMail] = [context.random.id(), context.random.id(), context.random.id()]
  const hashOf = (mailId: string) => linkHash(mailedToken(context.secrets.mailedLink, mailId))
  await tx`delete from email_change where person_id = ${account.personId}`
  await tx`
    insert into email_change (id, person_id, email, old_hash, new_hash, expires_at)
    values (${id}, ${account.personId}, ${email.toLowerCase()}, ${hashOf(oldMail)}, ${hashOf(newMail)},
      app_now() + ${EMAIL_CHANGE_MS} * interval '1 millisecond')`
  await tellAccount(work, {
    id: oldMail,
    kind: 'email-change-old',
    personId: account.personId,
    emailChangeId: id,
  })
  await tellAccount(work, { id: newMail, kind: 'email-change-new', personId: null, addressIn: id })
  return done({})
}

type Change = {
  id: string
  personId: string
  email: string
  isOld: boolean
  oldAt: Date | null
  newAt: Date | null
  isMade: boolean
}

/**
 * Confirms a change of address from one of the two inboxes. With the second confirmation the account gets the new
 * address, and a leaving of that address is cancelled: links mailed to the former address stop working, including the
 * data link, and the former address is told. Repeating the call gives the same answer, also after the change, as long
 * as the person has that address. Refuses `link-spent`, also where the new address has got an account in the meantime
 * or the person is leaving.
 */
export async function confirmEmail(
  work: TxContext,
  token: string,
): Promise<Result<ConfirmEmailAnswer & { personId: string }>> {
  const { tx } = work
  const change = await lockChange(work, token)
  if (!change) return refuse('link-spent')
  const { id, personId, isOld, isMade } = change
  if (isMade) return done({ state: 'made', personId })
  if (isOld) await tx`update email_change set old_at = coalesce(old_at, app_now()) where id = ${id}`
  else await tx`update email_change set new_at = coalesce(new_at, app_now()) where id = ${id}`
  const isOther = (isOld ? change.newAt : change.oldAt) !== null
  if (!isOther) return done({ state: 'waiting', personId })
  return (await makeChange(work, change)) ? done({ state: 'made', personId }) : refuse('link-spent')
}

/**
 * Finds a change by its token. Locks the person before the change, in the same order as a request for another
 * change.
 */
async function lockChange({ tx }: TxContext, token: string): Promise<Change | null> {
  const hash = linkHash(token)
  await tx`
    select from person p join email_change e on e.person_id = p.id
    where e.old_hash = ${hash} or e.new_hash = ${hash} for update of p`
  const [row] = await tx<Change[]>`
    select e.id, e.person_id as "personId", e.email, e.old_hash = ${hash} as "isOld", e.old_at as "oldAt",
      e.new_at as "newAt", e.former_email is not null as "isMade"
    from email_change e join person p on p.id = e.person_id and p.leaving_at is null and p.closed_at is null
    where (e.old_hash = ${hash} or e.new_hash = ${hash})
      and case when e.former_email is null then e.expires_at > app_now() else e.email = lower(p.email) end
    for update of e`
  return row ?? null
}

async function makeChange(work: TxContext, { id, personId, email }: Change): Promise<boolean> {
  const { context, tx } = work
  const [taken] = await tx`select from person where lower(email) = ${email}`
  if (taken) return false
  const [account] = await tx<{ userId: string; former: string }[]>`
    select auth_id as "userId", email as former from person where id = ${personId}`
  if (!account) return false
  // Close the access mailed to the former address first, because it is found by that address.
  await closeEveryAccess(work, account.userId)
  await tx`update person set email = ${email}, updated_at = app_now() where id = ${personId}`
  // as with a sign-in: what left as nobody's is an account's address now
  await tx`select keep_address(${email})`
  await tx`update auth."user" set email = ${email}, "updatedAt" = app_now() where id::text = ${account.userId}`
  await tx`delete from joining where email = ${email}`
  // What they wrote to the team stays theirs, to be copied and erased with the account.
  for (const table of ['contact_form', 'athlete_form'])
    await tx`update ${tx(table)} set email = ${email} where lower(email) = lower(${account.former})`
  await tx`update email_change set former_email = ${account.former} where id = ${id}`
  await tellAccount(work, { id: context.random.id(), kind: 'email-changed', personId: null, addressIn: id })
  return true
}

/** Returns the pending change of a person's address, as its owner sees it. */
export async function waitingEmailChange(on: Queryable, personId: string): Promise<EmailChange | null> {
  const [row] = await on<(Omit<EmailChange, 'until'> & { until: Date })[]>`
    select email, old_at is not null as "isOldConfirmed", new_at is not null as "isNewConfirmed", expires_at as until
    from email_change where person_id = ${personId} and former_email is null and expires_at > app_now()`
  return row ? { ...row, until: row.until.getTime() } : null
}

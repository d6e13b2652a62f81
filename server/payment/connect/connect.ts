import {
  isAccountOpen,
  type PayoutAccountState,
  type PayoutSetup,
  payoutRoute,
  payoutSetup,
} from '../../../sync/payment/payout-account.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { inOneStatement } from '../../db/transaction.ts'
import { InternalError } from '../../log.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { eachWhileReachable } from '../each-while-reachable.ts'
import { enqueueOperation, findIntended } from '../operation/operations.ts'
import { ensureMade } from '../operation/run.ts'
import { waitForDeposits, waitingChanges } from '../payout/redirect.ts'
import type { Account } from '../stripe/accounts.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import { accountById, accountOf, countryOf, lockAccount, type PayoutAccount } from './store.ts'

/**
 * `/create-stripe-account-link`: returns the provider's page where an athlete sets up direct deposits (S2-7.8).
 * First makes the athlete's account there, once, in the country of their profile. Refuses `payout-by-hand` where no
 * account is open and the provider does not pay out to that country; `deposits-unavailable` where the provider
 * refuses for another reason, which the team has to look at; `payments-unreachable`; and `too-many-requests`
 * beyond the hour's openings, each of which is told by mail.
 */
export async function openAccountLink(
  context: Context,
  caller: Caller,
  origin: string,
): Promise<Result<{ url: string }>> {
  const { personId } = caller
  if (!personId || !can(caller, 'get-paid')) return refuse(personId ? 'not-allowed' : 'sign-in-first')
  const wanted = await transactOrRefuse(context, (inside) => wantAccount(inside, personId))
  if (!wanted.ok) return wanted
  const { id } = wanted.value
  const made = await ensureMade(context, {
    subjectId: id,
    kind: 'account',
    whenStuck: 'deposits-unavailable',
    async look() {
      const account = await accountById(context.sql, id)
      return account?.state === 'refused' ? 'gone' : (account?.accountId ?? null)
    },
  })
  if (!made.ok) return made.refusal.code === 'hold-gone' ? refuse('payout-by-hand') : made
  // Not before there is an account: who cannot set up deposits is paid by hand meanwhile.
  const told = await transactOrRefuse(context, async (inside) => {
    await lockAccount(inside.tx, id)
    return waitForDeposits(inside, personId)
  })
  if (!told.ok) return told
  const page = `${origin}/dashboard?tab=money&deposits=`
  const urls = { refreshUrl: `${page}again`, returnUrl: `${page}back` }
  const link = await context.payments.createAccountLink(made.value, urls)
  if (link.ok) return done({ url: link.value })
  context.log.warn({ personId, why: link.problem.code }, 'payments: no link for an account')
  return refuse('payments-unreachable')
}

/** Returns the person's one account, and creates a new one if they disconnected the last one from us. */
async function wantAccount(work: TxContext, personId: string): Promise<Result<PayoutAccount>> {
  const { tx, context } = work
  const countryCode = await countryOf(tx, personId)
  const known = await accountOf(tx, personId)
  const isByHand = known?.state === 'refused' || payoutRoute(countryCode) === 'manual'
  // Who has an open account and moved must still reach it: it is paid to, and the provider may ask for something.
  if (isByHand && !isAccountOpen(known?.state ?? null)) return refuse('payout-by-hand')
  await tx`
    insert into payout_account (id, person_id, country_code) values (${context.random.id()}, ${personId}, ${countryCode})
    on conflict (person_id) where state in ('unfinished', 'ready', 'restricted') do nothing`
  await tx`
    select from payout_account where person_id = ${personId} and state in ('unfinished', 'ready', 'restricted') for update`
  const account = await accountOf(tx, personId)
  if (!account) throw new InternalError(`person ${personId} has no payout account`)
  const { id, accountId } = account
  if (!accountId && !(await findIntended(tx, id, 'account')))
    await enqueueOperation(work, {
      subjectId: id,
      kind: 'account',
      params: { countryCode: account.countryCode },
    })
  return done(account)
}

/** Returns how far an athlete's payout set-up is, from our rows. */
export async function setupOf(sql: Queryable, personId: string): Promise<PayoutSetup> {
  const account = await accountOf(sql, personId)
  const waiting = await waitingChanges(sql, personId)
  return payoutSetup(await countryOf(sql, personId), account?.state ?? null, waiting)
}

/** Returns the same after asking the provider, or from our rows alone when the provider does not answer. */
export async function lookAtSetup(context: Context, personId: string): Promise<PayoutSetup> {
  const account = await accountOf(context.sql, personId)
  try {
    if (account) await refreshAccount(context, account)
  } catch (error) {
    if (!(error instanceof PaymentsUnreachable)) throw error
  }
  return setupOf(context.sql, personId)
}

/**
 * Asks the provider for the state of an account and stores it. The content of an event is not trusted. Throws
 * `PaymentsUnreachable`.
 */
export async function refreshAccount(
  context: Context,
  { id, accountId, state: known }: PayoutAccount,
): Promise<PayoutAccountState> {
  if (!accountId || known === 'disconnected' || known === 'refused') return known
  const found = await context.payments.retrieveAccount(accountId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const state = stateOf(found.value, id)
  await inOneStatement(
    context.sql,
    (one) => one`
      update payout_account set state = ${state}, updated_at = app_now()
      where id = ${id} and state not in ('disconnected', ${state})`,
  )
  return state
}

/**
 * Returns the state that an account is in. An account that the provider names as somebody else's counts as
 * disconnected, whatever our row says.
 */
function stateOf(account: Account | null, payoutAccountId: string): PayoutAccountState {
  if (account?.payoutAccountId !== payoutAccountId) return 'disconnected'
  if (account.mayReceive) return 'ready'
  return account.isSubmitted ? 'restricted' : 'unfinished'
}

/**
 * Asks the provider about accounts without news for six hours. If the provider does not answer, the round ends, and
 * the remaining accounts stay claimed for ten minutes only.
 */
export async function sweepAccounts(context: Context): Promise<void> {
  const { sql } = context
  const quiet = await inOneStatement(
    sql,
    (one) => one<{ id: string }[]>`
      update payout_account set updated_at = app_now() - interval '6 hours' + interval '10 minutes' from (
        select id from payout_account where state in ('unfinished', 'ready', 'restricted') and account_id is not null
          and updated_at < app_now() - interval '6 hours'
        order by updated_at limit 50 for update skip locked
      ) quiet where payout_account.id = quiet.id returning payout_account.id`,
  )
  const heard = await eachWhileReachable(context, {
    of: quiet,
    named: ({ id }) => ({ payoutAccountId: id }),
    failed: 'the sweep could not look at an account',
    async run({ id }) {
      const account = await accountById(sql, id)
      if (account) await refreshAccount(context, account)
    },
  })
  const ids = heard.map(({ id }) => id)
  if (ids.length > 0) await sql`update payout_account set updated_at = app_now() where id = any(${ids})`
}

import type { RefusalCode } from '../../../sync/errors.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { widestNetwork } from '../../http/client-address.ts'
import { checkProof, type Shown } from '../../http/proof.ts'
import { countNetworks, hashed, limitFactorOf } from '../../http/rate-limit.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { type TxContext, transact, transactOrRefuse } from '../../transact.ts'
import { aheadOfStrangers } from '../password-hasher.ts'
import { isKnownDevice } from '../sessions/known-device.ts'
import { accountByEmail } from './account-row.ts'

/** What wrong passwords cost a stranger at one address, by how many there were since the last quiet day. */
type Steps = {
  /** After so many each try shows a captcha. */
  captcha: number
  /** After so many each try waits twice as long as the one before, up to `longestS`. */
  wait: number
  longestS: number
}
/** From wherever they come: guesses that are spread over many networks still cost a captcha, and then time. */
const FROM_ALL: Steps = { captcha: 5, wait: 60, longestS: 60 }
const FROM_NETWORK: Steps = { captcha: 3, wait: 6, longestS: 900 }
/** While more tries than this are under way, each shows a captcha: whoever makes others wait pays for it. */
const BUSY = 20
/** So often the password may be mistyped on a device that the account knows, before it counts as a stranger's. */
const ON_DEVICE = 10
/** The person is told once a day, after so many. */
const TOLD_AFTER = 10
/** Tries at any addresses, for one client address. */
const FROM_ADDRESS = { name: 'sign-in', max: 30, windowS: 900 }

/** A password that is about to be tried at the account of an address. */
export type PasswordTry = { email: string; shown: Shown; device: string | null }

/** A try that was let through, as it is counted: as a wrong one, until it turns out to be right. */
type OpenTry = { isStranger: boolean; buckets: string[] }

/**
 * Tries a password, where it may be tried. What others do to an address is never held against a device that its account
 * knows: whoever has that device and the right password gets in, and waits behind no stranger's hash. A stranger's tries
 * are limited by their networks; after wrong ones at this address a captcha is asked for, then time; while many try at
 * once, a captcha is asked for at any address. Nobody is shut out for good: the mailed link is another way. An address
 * without an account is treated alike. `run` compares the password, and refuses a wrong one with the code `wrong`.
 * Refusals: those of `run`; `captcha-*`; `too-many-requests` with the seconds to wait.
 */
export async function tryPassword<T>(
  context: Context,
  wanted: PasswordTry,
  { run, wrong }: { run: () => Promise<Result<T>>; wrong: RefusalCode },
): Promise<Result<T>> {
  return context.passwords.countTry(async () => {
    const opened = await beginTry(context, wanted)
    if (!opened.ok) return opened
    const tried = await (opened.value.isStranger ? run() : aheadOfStrangers(run))
    // whatever else is wanted, the password was right
    if (tried.ok || tried.refusal.code !== wrong) await forgiveTry(context, opened.value)
    return tried
  })
}

async function beginTry(context: Context, wanted: PasswordTry): Promise<Result<OpenTry>> {
  const { email, shown } = wanted
  const factor = limitFactorOf(context)
  const at = hashed(email.trim())
  const onDevice = await tryOnDevice(context, wanted, at)
  if (onDevice) return done(onDevice)
  const from = { ...FROM_ADDRESS, address: shown.clientAddress, max: FROM_ADDRESS.max * factor }
  const counted = await countNetworks(context.sql, from)
  if (!counted.ok) return counted
  const buckets = [at, `${at} from ${hashed(widestNetwork(shown.clientAddress))}`]
  return transactOrRefuse(context, async (inside) => {
    const [all, network] = await lockTries(inside.tx, buckets)
    const asked = [stepOf(FROM_ALL, all, factor), stepOf(FROM_NETWORK, network, factor)]
    const waitS = Math.max(...asked.map((step) => step.waitS))
    if (waitS > 0) return refuse('too-many-requests', { retryAfterS: waitS })
    const isBusy = context.passwords.triesUnderWay() > BUSY * factor
    const proven =
      isBusy || asked.some((step) => step.captcha)
        ? await checkProof(inside, { ...shown, caller: { ...shown.caller, personId: null } })
        : done(true as const)
    if (!proven.ok) return proven
    await countTries(inside.tx, buckets)
    if (all && all.failures >= TOLD_AFTER * factor && !all.isTold) await tellOwner(inside, email, at)
    return done({ isStranger: true, buckets })
  })
}

/** A try turned out to be right: it was none of those that are counted. */
async function forgiveTry(context: Context, { isStranger, buckets }: OpenTry): Promise<void> {
  const [first = '', ...own] = buckets
  await transact(context, async ({ tx }) => {
    // the guesses of others stay: they go on, and do not concern whoever just got in
    if (isStranger)
      await tx`update password_try set failures = greatest(failures - 1, 0) where bucket = ${first}`
    await tx`delete from password_try where bucket = any (${isStranger ? own : buckets}::text[])`
  })
}

async function tryOnDevice(
  context: Context,
  { email, device }: PasswordTry,
  at: string,
): Promise<OpenTry | null> {
  if (!device || !(await isKnownDevice(context.sql, email, device))) return null
  const buckets = [`${at} on ${hashed(device)}`]
  return transact(context, async ({ tx }) => {
    const [kept] = await lockTries(tx, buckets)
    if (kept && kept.failures >= ON_DEVICE * limitFactorOf(context)) return null
    await countTries(tx, buckets)
    return { isStranger: false, buckets }
  })
}

type Kept = { failures: number; sinceS: number; isTold: boolean }

/** What is kept of each bucket, in their order and locked, so that tries at once are judged one after the other. */
async function lockTries(tx: Tx, buckets: string[]): Promise<(Kept | undefined)[]> {
  await tx`
    insert into password_try (bucket, failures, last_at)
    select bucket, 0, app_now() - interval '1 day' from unnest(${buckets}::text[]) as b (bucket) order by bucket
    on conflict do nothing`
  const rows = await tx<(Kept & { bucket: string })[]>`
    select bucket, case when last_at > app_now() - interval '1 day' then failures else 0 end as failures,
      extract(epoch from app_now() - last_at)::float8 as "sinceS",
      coalesce(told_at > app_now() - interval '1 day', false) as "isTold"
    from password_try where bucket = any (${buckets}::text[]) order by bucket for update`
  return buckets.map((bucket) => rows.find((row) => row.bucket === bucket))
}

async function countTries(tx: Tx, buckets: string[]): Promise<void> {
  await tx`
    update password_try set last_at = app_now(),
      failures = case when last_at > app_now() - interval '1 day' then failures + 1 else 1 end
    where bucket = any (${buckets}::text[])`
}

function stepOf(steps: Steps, kept: Kept | undefined, factor: number): { captcha: boolean; waitS: number } {
  const { failures, sinceS } = kept ?? { failures: 0, sinceS: 0 }
  const over = failures - steps.wait * factor
  // of tries at once, one may have begun before the one that it waited for
  const leftS = Math.min(2 ** over, steps.longestS) - Math.max(0, sinceS)
  return {
    captcha: failures >= steps.captcha * factor,
    waitS: over < 0 ? 0 : Math.max(0, Math.ceil(leftS)),
  }
}

/** For an address that nobody has the mail is written as one that was sent, so that it costs the same. */
async function tellOwner(inside: TxContext, email: string, bucket: string): Promise<void> {
  const account = await accountByEmail(inside.tx, email)
  const id = inside.context.random.id()
  await tellAccount(inside, { id, kind: 'password-tried', personId: account?.personId ?? null })
  await inside.tx`update password_try set told_at = app_now() where bucket = ${bucket}`
}

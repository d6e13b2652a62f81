import type { RefusalCode } from '../../../sync/errors.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { widestNetwork } from '../../http/client-address.ts'
import { checkProof, type Shown } from '../../http/proof.ts'
import { countHit, countNetworks, hashed, limitFactorOf } from '../../http/rate-limit.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { type TxContext, transact, transactOrRefuse } from '../../transact.ts'
import { aheadOfStrangers } from '../password-hasher.ts'
import { isKnownDevice } from '../sessions/known-device.ts'
import { accountByEmail } from './account-row.ts'

/** When a stranger's tries at an address require a captcha or a wait; a day without tries resets the count. */
type Steps = {
  /** After this many, each try requires a captcha. */
  captcha: number
  /** After this many, each try waits twice as long as the one before, up to `longestS`. */
  wait: number
  longestS: number
}
/** For all networks together: guesses spread over many networks also require a captcha, and then time. */
const FROM_ALL: Steps = { captcha: 5, wait: 60, longestS: 60 }
const FROM_NETWORK: Steps = { captcha: 3, wait: 6, longestS: 900 }
/** While more tries than this are under way, every try requires a captcha, because each makes others wait. */
const BUSY = 20
/**
 * How often the password may be mistyped on a device that the account knows, before its tries count as a
 * stranger's.
 */
const ON_DEVICE = 10
/**
 * How many tries, right ones too, a known device has in a quarter of an hour before they count as a stranger's,
 * because every hash makes others wait.
 */
const ALL_ON_DEVICE = { max: 30, windowS: 900 }
/**
 * The same for all known devices of an account together, because each right sign-in can make another one.
 * Strangers cannot use it up, because their tries do not count here.
 */
const ALL_ON_DEVICES = { max: 60, windowS: 900 }
/** After this many tries the account's owner is told, once a day. */
const TOLD_AFTER = 10
/**
 * The limit for one client address, over all accounts. Beyond it a try requires a captcha, and those count apart, so
 * that whoever tries without one shuts out none of their neighbours.
 */
const FROM_ADDRESS = { name: 'sign-in', max: 30, windowS: 900 }

/** A password to be tried at the account of an address. */
export type PasswordTry = { email: string; shown: Shown; device: string | null }

/** A try that was admitted. It counts as a wrong one until the password turns out to be right. */
type OpenTry = { isStranger: boolean; buckets: string[] }

/**
 * Tries a password if a try is permitted. Tries by strangers never count against a device that the account knows:
 * its owner gets in there with the right password, and waits for few strangers' hashes. Strangers are limited
 * by network, with a captcha apart from those without; after wrong passwords at this address, tries require a captcha, then time; while many tries are
 * under way, every try requires a captcha. Nobody is locked out for good, because a mailed link is another way
 * in. An address without an account is treated alike. `run` compares the password and refuses a wrong one with
 * the code `wrong`. Refuses what `run` refuses; `captcha-*`; `too-many-requests` with the seconds to wait.
 */
export async function tryPassword<T>(
  context: Context,
  wanted: PasswordTry,
  { run, wrong }: { run: () => Promise<Result<T>>; wrong: RefusalCode },
): Promise<Result<T>> {
  return context.passwords.countTry(async () => {
    const opened = await beginTry(context, wanted)
    if (!opened.ok) return opened
    const tried = await (opened.value.isStranger ? run() : aheadOfStrangers(hashed(wanted.email.trim()), run))
    // With any other refusal the password was right.
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
  const isCrowded = !(await countNetworks(context.sql, from)).ok
  const buckets = [at, `${at} from ${hashed(widestNetwork(shown.clientAddress))}`]
  return transactOrRefuse(context, async (inside) => {
    const [all, network] = await lockTries(inside.tx, buckets)
    const asked = [stepOf(FROM_ALL, all, factor), stepOf(FROM_NETWORK, network, factor)]
    const waitS = Math.max(...asked.map((step) => step.waitS))
    if (waitS > 0) return refuse('too-many-requests', { retryAfterS: waitS })
    const isBusy = context.passwords.triesUnderWay() > BUSY * factor
    const proven =
      isBusy || isCrowded || asked.some((step) => step.captcha)
        ? await checkProof(inside, { ...shown, caller: { ...shown.caller, personId: null } })
        : done(true as const)
    if (!proven.ok) return proven
    const counted = isCrowded ? await countNetworks(inside.tx, { ...from, name: 'sign-in proven' }) : proven
    if (!counted.ok) return counted
    await countTries(inside.tx, buckets)
    if (all && all.failures >= TOLD_AFTER * factor && !all.isTold) await tellOwner(inside, email, at)
    return done({ isStranger: true, buckets })
  })
}

/** Takes a try out of the count again, because its password was right. */
async function forgiveTry(context: Context, { isStranger, buckets }: OpenTry): Promise<void> {
  const [first = '', ...own] = buckets
  await transact(context, async ({ tx }) => {
    // Other people's guesses stay counted: they continue, and do not concern the person who got in.
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
  const own = `${at} on ${hashed(device)}`
  const buckets = [own]
  const factor = limitFactorOf(context)
  return transact(context, async ({ tx }) => {
    const [kept] = await lockTries(tx, buckets)
    if (kept && kept.failures >= ON_DEVICE * factor) return null
    const limits = { [`sign-in ${own}`]: ALL_ON_DEVICE, [`sign-in ${at} on devices`]: ALL_ON_DEVICES }
    for (const [bucket, { max, windowS }] of Object.entries(limits))
      if (!(await countHit(tx, bucket, { max: max * factor, windowS })).ok) return null
    await countTries(tx, buckets)
    return { isStranger: false, buckets }
  })
}

type Kept = { failures: number; sinceS: number; isTold: boolean }

/**
 * Returns the state of each bucket, in order and locked, so that simultaneous tries are judged one after the
 * other.
 */
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
  // Of simultaneous tries, one may have begun before the try that it waited for.
  const leftS = Math.min(2 ** over, steps.longestS) - Math.max(0, sinceS)
  return {
    captcha: failures >= steps.captcha * factor,
    waitS: over < 0 ? 0 : Math.max(0, Math.ceil(leftS)),
  }
}

/**
 * Tells the owner of an address about wrong passwords. Without an account, the mail is written as already sent,
 * so that the work is the same.
 */
async function tellOwner(inside: TxContext, email: string, bucket: string): Promise<void> {
  const account = await accountByEmail(inside.tx, email)
  const id = inside.context.random.id()
  await tellAccount(inside, { id, kind: 'password-tried', personId: account?.personId ?? null })
  await inside.tx`update password_try set told_at = app_now() where bucket = ${bucket}`
}

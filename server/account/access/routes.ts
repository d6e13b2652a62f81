import type { Context as Call } from 'hono'
import {
  type ActivateCall,
  activateCall,
  changePasswordCall,
  lookLinkCall,
  mailLinkCall,
  resetPasswordCall,
  type UseLinkCall,
  useLinkCall,
  usernameCall,
} from '../../../sync/account/account-calls.ts'
import { joinFanCall } from '../../../sync/athlete/join.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Infer, z } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { isCrowdedOut } from '../../db/transaction.ts'
import { answering, transacting } from '../../http/answering.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/body.ts'
import { shownBy } from '../../http/proof.ts'
import { countNetworks, hashed, limitFactorOf, subjectLimits } from '../../http/rate-limit.ts'
import { answerRefusal } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { linkHash } from '../../notify/private-link.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { aheadOfStrangers } from '../password-hasher.ts'
import { personById } from '../person.ts'
import { isShown, mayBeginSession, type Proof } from '../second-factor/check.ts'
import { replaceSession } from '../session.ts'
import { deviceOf, forgetDevices } from '../sessions/known-device.ts'
import { activate, checkChosenPassword } from './activate.ts'
import { admitMail, admitWayIn } from './admit-mail.ts'
import { type Adopt, adoptionStepOf } from './adoption.ts'
import { signInByLink } from './begin-session.ts'
import { askUsername, joinFan } from './join-fan.ts'
import { limitLink } from './limit-link.ts'
import { lookAtLink, mailLink } from './mail-link.ts'
import { accountOfToken } from './one-time-token.ts'
import { tryPassword } from './password-tries.ts'
import { changePassword, resetPassword } from './set-password.ts'

const HOUR_S = 3_600
/** The limit per network for mails; `admitMail` limits the mails to one address. */
const MAILS = { per: 'network', max: 5, windowS: HOUR_S } as const
/**
 * The limit for mails that let their reader in. Its window is short, so that nobody has to wait an hour because
 * of others in their network. Only a call with a solved captcha counts, because one without it does nothing.
 */
const WAYS_IN = { max: 30, windowS: 900 }
const TRIES = { per: 'network', max: 30, windowS: 900 } as const
const TRIES_AT_ONE = { max: 10, windowS: 900 }

/** Adds the routes for forgotten and changed passwords, mailed links and fans' sign-up. */
export function accessRoutes(group: RouteGroup, adopt: Adopt): void {
  mailedLinks(group)
  passwords(group)
  fans(group, adopt)
}

function mailedLinks({ app, context }: RouteGroup): void {
  for (const [path, purpose] of [
    [CALLS.forgotPassword, 'password-reset'],
    [CALLS.sendLink, 'sign-in-link'],
  ] as const) {
    const most = { ...WAYS_IN, max: WAYS_IN.max * limitFactorOf(context) }
    const mail = transacting(context, mailLinkCall, async (work, _, { email }, c) => {
      const admitted = await admitWayIn(work, c, { kind: purpose, email })
      if (!admitted.ok) return admitted
      const counted = await countNetworks(work.tx, { name: purpose, address: c.var.clientAddress, ...most })
      if (counted.ok && admitted.value === 'now') await mailLink(work, email, purpose)
      return counted.ok ? done({}) : counted
    })
    app.post(path, mail)
  }
  const look = answering(lookLinkCall, async ({ token }, c) => {
    const looked = await lookAtLink(context, token)
    const { clientAddress } = c.var
    const counted = await limitLink(context, { name: 'look-link', token, isKnown: looked.ok, clientAddress })
    return counted.ok ? looked : counted
  })
  app.post(CALLS.lookLink, look)
  app.post(CALLS.useLink, (c) => {
    const from = {
      url: c.req.url,
      device: deviceOf(context, c.req.raw),
      clientAddress: c.var.clientAddress,
    }
    const count = (call: UseLinkCall) => checkLink(context, from, call)
    return signedIn(c, { context, shape: useLinkCall, count }, (work, call, userAgent) =>
      signInByLink(work, call.token, { userAgent, isFactorShown: isShown(call) }),
    )
  })
}

/** Limits the uses of links, and checks the account's second factor before its link is spent. */
async function checkLink(
  context: Context,
  { clientAddress, ...from }: Pick<Proof, 'url' | 'device'> & { clientAddress: string },
  { token, code, passkey }: UseLinkCall,
): Promise<Result<true>> {
  const userId = await accountOfToken(context.sql, token, 'sign-in-link')
  const counted = await limitLink(context, {
    name: 'use-link',
    token,
    isKnown: userId !== null,
    clientAddress,
  })
  if (!counted.ok) return counted
  const may = userId ? await mayBeginSession(context, userId, { ...from, code, passkey }) : done(true)
  return may.ok ? done(true) : may
}

function passwords({ app, context, limit }: RouteGroup): void {
  const limitSubject = subjectLimits(context)
  const limitedOwn = async <T>(personId: string, run: () => Promise<Result<T>>) => {
    const counted = await limitSubject('change-password', personId, TRIES_AT_ONE)
    return counted.ok ? run() : counted
  }
  const reset = answering(resetPasswordCall, async (args, c) => {
    const { token } = args
    const isKnown = (await accountOfToken(context.sql, token, 'password-reset')) !== null
    const { clientAddress } = c.var
    const counted = await limitLink(context, { name: 'reset-password', token, isKnown, clientAddress })
    if (!counted.ok) return counted
    const set = await resetPassword(context, args)
    if (!set.ok) return set
    c.set('about', set.value.personId)
    return done({})
  })
  app.post(CALLS.resetPassword, reset)
  const change = answering(changePasswordCall, async (args, c) => {
    const { caller } = c.var.found
    const { email } = args
    const person = caller.personId ? await personById(context.sql, caller.personId) : null
    const isOwn = person?.email.toLowerCase() === email.trim().toLowerCase()
    const wanted = { email, shown: shownBy(c), device: deviceOf(context, c.req.raw) }
    const run = () => changePassword(context, caller, args)
    // Only the owner, in their own session, can use up the owner's own count.
    const changed = isOwn
      ? await limitedOwn(person.id, () => aheadOfStrangers(hashed(email.trim()), run))
      : await tryPassword(context, wanted, { run, wrong: 'password-not-changed' })
    if (changed.ok && isOwn && person.authId) await forgetDevices(context.sql, person.authId, wanted.device)
    return changed
  })
  app.post(CALLS.changePassword, limit('change-password', TRIES), change)
}

function fans({ app, context, limit }: RouteGroup, adopt: Adopt): void {
  const limitSubject = subjectLimits(context)
  const ask = answering(usernameCall, async ({ username }) => done(await askUsername(context.sql, username)))
  app.post(CALLS.username, limit('username', { per: 'address', max: 60, windowS: 600 }), ask)
  const join = answering(joinFanCall, async (args, c) => {
    const { email } = args.person
    const admitted = await transactOrRefuse(context, (work) =>
      admitMail(work, c, { kind: 'join-fan', email }),
    )
    return admitted.ok ? joinFan(context, args) : admitted
  })
  app.post(CALLS.joinFan, limit('join-fan', { ...MAILS, max: 15 }), join)
  const count = async (call: ActivateCall) => {
    const counted = await limitSubject('activate', linkHash(call.token), TRIES_AT_ONE)
    return counted.ok ? checkChosenPassword(context, call) : counted
  }
  app.post(CALLS.activate, limit('activate', TRIES), (c) =>
    signedIn(c, { context, shape: activateCall, count }, (work, call, userAgent) =>
      activate(work, call, { userAgent, adopt }),
    ),
  )
}

type Shaped<S extends z.core.$ZodType> = {
  context: RouteGroup['context']
  shape: S
  /** Applies limits, or further checks, to the subject of the call before anything is done. */
  count?: (call: Infer<S>) => Promise<Result<true>>
}

/** Handles a call that signs in: the browser's older session ends, and the new one exists only in the cookie. */
async function signedIn<S extends z.core.$ZodType>(
  c: Call<AppEnv>,
  { context, shape, count }: Shaped<S>,
  run: (work: TxContext, call: Infer<S>, userAgent: string | null) => Promise<Result<{ setCookie: string }>>,
): Promise<Response> {
  const call = await readJson(c, shape)
  if (!call.ok) return answerRefusal(c, call.refusal)
  const counted = (await count?.(call.value)) ?? done(true)
  if (!counted.ok) return answerRefusal(c, counted.refusal)
  const userAgent = c.req.header('user-agent') ?? null
  const begun = await transactOrRefuse(context, (work) => run(work, call.value, userAgent)).catch((error) =>
    refusalOf(context, error),
  )
  if (!begun.ok) return answerRefusal(c, begun.refusal)
  await replaceSession(context, c.req.raw, [begun.value.setCookie])
  c.header('set-cookie', begun.value.setCookie, { append: true })
  return c.json({})
}

/** Returns the refusal that tells the user in which step an adoption failed (D111), and logs the cause. */
function refusalOf({ log }: Context, error: unknown): Result<never> {
  const step = adoptionStepOf(error)
  if (!step || isCrowdedOut(error)) throw error
  log.error({ step, err: error }, 'an adoption broke off')
  return refuse('adoption-failed', { step })
}

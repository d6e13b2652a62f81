import { joinAthleteCall, rotateSignupCodeCall, signupCodeCall } from '../../../sync/athlete/join.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done } from '../../../sync/result.ts'
import { can } from '../../../sync/roles.ts'
import { admitMail } from '../../account/access/admit-mail.ts'
import { recordAct } from '../../audit/record-act.ts'
import { answering } from '../../http/answering.ts'
import { readJson } from '../../http/body.ts'
import { answerRefusal, answerResult } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { transactOrRefuse } from '../../transact.ts'
import { joinAthlete } from './join-athlete.ts'
import { CODE_TRIES, checkSignupCode, rotateSignupCode } from './signup-code.ts'

const HOUR_S = 3_600

/** Adds the routes for an athlete's sign-up: the code, then the form; and the one that replaces the code. */
export function athleteJoinRoutes({ app, context, limit }: RouteGroup): void {
  const check = answering(signupCodeCall, async ({ code }) => {
    const known = await checkSignupCode(context, context.sql, code)
    return known.ok ? done({}) : known
  })
  app.post(CALLS.signupCode, limit('signup-code', { per: 'address', ...CODE_TRIES }), check)
  const join = answering(joinAthleteCall, async (args, c) => {
    const { email } = args.person
    const admitted = await transactOrRefuse(context, (work) =>
      admitMail(work, c, { kind: 'join-athlete', email }),
    )
    return admitted.ok ? joinAthlete(context, args) : admitted
  })
  app.post(CALLS.joinAthlete, limit('join-athlete', { per: 'network', max: 15, windowS: HOUR_S }), join)
  app.post(DESK_CALLS.deskSignupCode, async (c) => {
    const { caller } = c.var.found
    if (!can(caller, 'manage-codes'))
      return answerRefusal(c, { code: caller.personId ? 'not-allowed' : 'sign-in-first' })
    const call = await readJson(c, rotateSignupCodeCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(
      c,
      await transactOrRefuse(context, async (work) => {
        const made = await rotateSignupCode(work, caller.personId)
        await recordAct(work, caller, { act: 'signup-code.change' })
        return done(made)
      }),
    )
  })
}

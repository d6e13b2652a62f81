import { joinAthleteCall, rotateSignupCodeCall, signupCodeCall } from '../../../sync/athlete/join.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done } from '../../../sync/result.ts'
import { admitMail } from '../../account/access/admit-mail.ts'
import { recordAct } from '../../audit/record-act.ts'
import { answering, requireCapability, transacting } from '../../http/answering.ts'
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
  const rotate = transacting(context, rotateSignupCodeCall, async (work, caller) => {
    const made = await rotateSignupCode(work, caller.personId)
    await recordAct(work, caller, { act: 'signup-code.change' })
    return done(made)
  })
  app.post(DESK_CALLS.deskSignupCode, requireCapability('manage-codes'), rotate)
}

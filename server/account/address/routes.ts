import { changeEmailCall, confirmEmailCall } from '../../../sync/account/account-calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done, refuse } from '../../../sync/result.ts'
import { answering } from '../../http/answering.ts'
import { readJson } from '../../http/body.ts'
import { subjectLimits } from '../../http/rate-limit.ts'
import { answerRefusal, answerResult } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { transactOrRefuse } from '../../transact.ts'
import { admitMail } from '../access/admit-mail.ts'
import { askEmailChange, confirmEmail, mayChangeEmail } from './change-email.ts'

const ASKED = { per: 'network', max: 15, windowS: 3_600 } as const
const TRIES = { per: 'network', max: 30, windowS: 900 } as const
const TRIES_AT_ONE = { max: 10, windowS: 900 }

/**
 * Adds the routes that change an account's address: requested with a session and the password, confirmed in both
 * inboxes.
 */
export function addressRoutes({ app, context, limit }: RouteGroup): void {
  const limitSubject = subjectLimits(context)
  app.post(CALLS.changeEmail, limit('change-email', ASKED), async (c) => {
    const { personId } = c.var.found.caller
    if (!personId) return answerRefusal(c, refuse('sign-in-first').refusal)
    const call = await readJson(c, changeEmailCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    c.set('about', personId)
    const counted = await limitSubject('change-email', personId, TRIES_AT_ONE)
    if (!counted.ok) return answerRefusal(c, counted.refusal)
    const may = await mayChangeEmail(context, personId, call.value)
    if (!may.ok) return answerRefusal(c, may.refusal)
    const { email } = call.value
    return answerResult(
      c,
      await transactOrRefuse(context, async (work) => {
        const admitted = await admitMail(work, c, { kind: 'change-email', email })
        return admitted.ok ? askEmailChange(work, may.value, email) : admitted
      }),
    )
  })
  const confirm = answering(confirmEmailCall, async ({ token }, c) => {
    const confirmed = await transactOrRefuse(context, (work) => confirmEmail(work, token))
    if (!confirmed.ok) return confirmed
    const { personId, state } = confirmed.value
    c.set('about', personId)
    return done({ state })
  })
  app.post(CALLS.confirmEmail, limit('confirm-email', TRIES), confirm)
}

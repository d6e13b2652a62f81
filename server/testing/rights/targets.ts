import { randomUUID } from 'node:crypto'
import * as accountCalls from '../../../sync/account/account-calls.ts'
import * as mine from '../../../sync/account/mine.ts'
import * as passkeys from '../../../sync/account/passkey.ts'
import * as safety from '../../../sync/account/safety.ts'
import { clarifyCall } from '../../../sync/answer/clarification.ts'
import * as shares from '../../../sync/answer/share.ts'
import * as joinCalls from '../../../sync/athlete/join.ts'
import * as pictureRequests from '../../../sync/athlete/picture-request.ts'
import { profileViewCall } from '../../../sync/athlete/profile-view.ts'
import { browserErrorCall } from '../../../sync/browser-error.ts'
import * as calls from '../../../sync/calls.ts'
import * as deskAthleteCalls from '../../../sync/desk/athlete-calls.ts'
import * as deskAudit from '../../../sync/desk/audit.ts'
import * as deskBooks from '../../../sync/desk/books.ts'
import { deskFiguresCall, myFiguresCall } from '../../../sync/desk/figures.ts'
import * as deskLists from '../../../sync/desk/lists.ts'
import * as deskMessages from '../../../sync/desk/messages.ts'
import * as deskOffice from '../../../sync/desk/office.ts'
import * as deskRequests from '../../../sync/desk/requests.ts'
import * as deskReturns from '../../../sync/desk/returns.ts'
import * as team from '../../../sync/desk/team.ts'
import * as deskThings from '../../../sync/desk/things.ts'
import { INTENTS, type IntentName } from '../../../sync/intents.ts'
import * as papers from '../../../sync/payment/papers.ts'
import * as payments from '../../../sync/payment/payout.ts'
import * as payouts from '../../../sync/payment/payout-account.ts'
import * as tips from '../../../sync/payment/tip.ts'
import { knownRequest, pullRequest, pushRequest } from '../../../sync/protocol.ts'
import * as claims from '../../../sync/question/claim.ts'
import { correctEmailCall } from '../../../sync/question/correct-email.ts'
import * as specified from '../../../sync/question/specified-calls.ts'
import { rateCall, reportCall } from '../../../sync/rating/rating.ts'
import type { z } from '../../../sync/shape.ts'
import { INTENT_LINES, type Line, ROUTE_LINES, type Role, type ThingName } from '../rights.ts'
import { INTENT_ARGS } from './intent-args.ts'
import { type Around, pushBody, REQUESTS, type Sent } from './requests.ts'
import type { Stage } from './stage.ts'
import { OF_SESSIONS } from './sweep.ts'

/** A route or an intent to try, with the role that gets furthest there. */
export type Target = { verb: string; of: ThingName; role: Role }

const PREFERRED: readonly Role[] = ['fan', 'athlete', 'admin', 'guest', 'visitor']

/**
 * Returns one target for each verb: a line that lets a role in, with the most typical such role. Calls that begin or
 * end a session are tried as a visitor, because otherwise they would replace the session of all later inputs, which
 * would then be refused early.
 */
function targetsOf(lines: readonly Line[]): Target[] {
  const verbs = [...new Set(lines.map(([verb]) => verb))]
  return verbs.map((verb) => {
    const known = lines.filter((line) => line[0] === verb)
    const open = known.flatMap((line) =>
      PREFERRED.filter((role) => isLetIn(line, role)).map((role) => ({ line, role })),
    )
    const best = open.sort((a, b) => PREFERRED.indexOf(a.role) - PREFERRED.indexOf(b.role))[0]
    const [, of] = best?.line ?? known[0] ?? [verb, 'nothing' as const]
    return { verb, of, role: OF_SESSIONS.has(verb) ? 'visitor' : (best?.role ?? 'fan') }
  })
}

const COLUMNS: Partial<Record<Role, number>> = { visitor: 0, guest: 1, fan: 3, athlete: 5, admin: 7 }

function isLetIn([, , statuses]: Line, role: Role): boolean {
  const all = statuses.split(' ')
  return Number(all.length === 1 ? all[0] : all[COLUMNS[role] ?? 0]) < 400
}

/** The test controls are left out, because they move the clock for everyone. */
export const ROUTE_TARGETS = targetsOf(ROUTE_LINES).filter(({ verb }) => !verb.includes(' /test/'))
export const INTENT_TARGETS = targetsOf(INTENT_LINES)

/** The shape that each call's body must have; any other accepted body was let in by mistake. */
export const SHAPES: Record<string, z.core.$ZodType> = {
  'POST /api/account/forgot-password': accountCalls.mailLinkCall,
  'POST /api/account/send-link': accountCalls.mailLinkCall,
  'POST /api/account/reset-password': accountCalls.resetPasswordCall,
  'POST /api/account/forget-guest': accountCalls.forgetGuestCall,
  'POST /api/account/look-link': accountCalls.lookLinkCall,
  'POST /api/account/use-link': accountCalls.useLinkCall,
  'POST /api/account/change-password': accountCalls.changePasswordCall,
  'POST /api/account/change-email': accountCalls.changeEmailCall,
  'POST /api/account/confirm-email': accountCalls.confirmEmailCall,
  'POST /api/account/username': accountCalls.usernameCall,
  'POST /api/account/join-fan': joinCalls.joinFanCall,
  'POST /api/account/activate': accountCalls.activateCall,
  'POST /api/account/signup-code': joinCalls.signupCodeCall,
  'POST /api/account/join-athlete': joinCalls.joinAthleteCall,
  'POST /api/account/end-sessions': safety.endSessionsCall,
  'POST /api/account/begin-second-factor': safety.beginSecondFactorCall,
  'POST /api/account/confirm-second-factor': safety.confirmSecondFactorCall,
  'POST /api/account/end-second-factor': safety.endSecondFactorCall,
  'POST /api/account/renew-codes': safety.renewCodesCall,
  'POST /api/account/show-factor': safety.showFactorCall,
  'POST /api/account/passkey-challenge': passkeys.passkeyChallengeCall,
  'POST /api/account/passkey-sign-in': passkeys.passkeySignInCall,
  'POST /api/account/begin-passkey': passkeys.beginPasskeyCall,
  'POST /api/account/add-passkey': passkeys.addPasskeyCall,
  'POST /api/account/rename-passkey': passkeys.renamePasskeyCall,
  'POST /api/account/remove-passkey': passkeys.removePasskeyCall,
  'POST /api/account/begin-first-admin': safety.beginFirstAdminCall,
  'POST /api/account/first-admin': safety.firstAdminCall,
  'POST /api/account/mine-link': mine.mineLinkCall,
  'POST /api/account/open-mine': mine.openMineCall,
  'POST /api/account/mine': mine.mineCall,
  'POST /api/account/leave': mine.mineCall,
  'POST /api/account/keep': mine.mineCall,
  'POST /api/prepare-ask': calls.prepareAskCall,
  'POST /api/check-discount': calls.checkDiscountCall,
  'POST /api/ask-status': calls.askStatusCall,
  'POST /api/correct-email': correctEmailCall,
  'POST /api/claims': claims.claimsCall,
  'POST /api/settle-claim': claims.settleClaimCall,
  'POST /api/view': calls.viewCall,
  'POST /api/rate': rateCall,
  'POST /api/report': reportCall,
  'POST /api/clarify': clarifyCall,
  'POST /api/share': shares.shareCall,
  'POST /api/shares': shares.sharesCall,
  'POST /api/unshare': shares.unshareCall,
  'POST /api/lost-link': accountCalls.lostLinkCall,
  'POST /api/media-ticket': calls.mediaTicketCall,
  'POST /api/push-subscription': calls.pushSubscriptionCall,
  'POST /api/desk/pictures': pictureRequests.deskPicturesCall,
  'POST /api/push-received': calls.pushReceivedCall,
  'POST /api/browser-error': browserErrorCall,
  'POST /api/desk/questions': deskRequests.deskQuestionsCall,
  'POST /api/desk/question': deskRequests.deskQuestionCall,
  'POST /api/desk/inbox': deskLists.inboxCall,
  'POST /api/desk/ratings': deskLists.ratingsCall,
  'POST /api/desk/audit': deskAudit.auditCall,
  'POST /api/desk/find': deskThings.findCall,
  'POST /api/desk/messages': deskMessages.messagesCall,
  'POST /api/desk/message': deskMessages.messageCall,
  'POST /api/desk/athletes': deskAthleteCalls.athletesCall,
  'POST /api/desk/athlete': deskAthleteCalls.athleteCall,
  'POST /api/desk/blocks': deskAthleteCalls.blocksCall,
  'POST /api/desk/payouts': payments.deskPayoutsCall,
  'POST /api/desk/team': team.deskTeamCall,
  'POST /api/desk/creators': deskLists.creatorsCall,
  'POST /api/desk/codes': deskOffice.codesCall,
  'POST /api/desk/system': deskOffice.systemCall,
  'POST /api/desk/signup-code': joinCalls.rotateSignupCodeCall,
  'POST /api/desk/payments': deskReturns.deskPaymentsCall,
  'POST /api/desk/returns': deskReturns.deskReturnsCall,
  'POST /api/desk/figures': deskFiguresCall,
  'POST /api/my-figures': myFiguresCall,
  'POST /api/profile-view': profileViewCall,
  'POST /api/desk/books': deskBooks.deskBooksCall,
  'POST /api/desk/ledger': deskBooks.deskLedgerCall,
  'POST /api/desk/book-file': deskBooks.deskBookFileCall,
  'POST /api/statement-file': papers.statementFileCall,
  'POST /api/receipt-file': papers.receiptFileCall,
  'POST /api/check-existing-user': specified.checkExistingUserCall,
  'POST /api/create-payment-intent': specified.createPaymentIntentCall,
  'POST /api/cancel-payment-intent': specified.cancelPaymentIntentCall,
  'POST /api/create-stripe-account-link': payouts.accountLinkCall,
  'POST /api/payout-handle': payouts.payoutHandleCall,
  'POST /api/stop-payout-change': payouts.stopPayoutChangeCall,
  'POST /api/pay-again': calls.payAgainCall,
  'POST /api/tip-status': tips.tipCall,
  'POST /api/cancel-tip': tips.tipCall,
  'POST /api/send-request': specified.sendRequestCall,
  'POST /api/new-request': deskRequests.newRequestCall,
  'POST /api/reject-request': deskRequests.rejectRequestCall,
  'POST /api/submit-response': specified.submitResponseCall,
  'POST /sync/push': pushRequest,
  'POST /sync/known': knownRequest,
  'POST /sync/pull': pullRequest,
  ...Object.fromEntries(Object.entries(INTENTS).map(([name, { args }]) => [name, args])),
}

/** Returns a target's good request, from which the bad ones are made. */
export async function goodRequest(stage: Stage, { verb, of, role }: Target): Promise<Sent> {
  const { world, people, browsers } = stage
  const device = role in browsers ? browsers[role as 'fan'].device : randomUUID()
  const around: Around = { world, people, role, captcha: null, device }
  const thing = await stage.thing(of)
  const request = REQUESTS[verb]
  if (request) return request(thing, around)
  const account = role in people ? people[role as 'fan'].id : 'guest'
  return {
    path: '/sync/push',
    body: pushBody({ device, account }, [verb, INTENT_ARGS[verb as IntentName](thing, role)]),
  }
}

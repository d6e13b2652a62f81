import type { IntentName } from '../../sync/intents.ts'
import { inviteToTeam, withdrawInvite } from '../account/team/invite.ts'
import { removeFromTeam, setDeskRole } from '../account/team/members.ts'
import { replyByVideo } from '../answer/clarification/reply-by-video.ts'
import { replyToClarification, reportClarification } from '../answer/clarification/reply-clarification.ts'
import { giveAnswer } from '../answer/give-answer.ts'
import { submitAnswer } from '../answer/submit-answer.ts'
import { transcribeAnswer } from '../answer/transcribe-answer.ts'
import { approvePicture, rejectPicture } from '../athlete/pictures/decide-picture.ts'
import { requestPicture, withdrawPictureRequest } from '../athlete/pictures/request-picture.ts'
import { saveProfile } from '../athlete/save-profile.ts'
import { blockAddress, liftBlock } from '../desk/blocks.ts'
import { giveCard } from '../desk/cards.ts'
import { createCode, endCode, restoreCode } from '../desk/codes.ts'
import { editAthlete, restoreListing } from '../desk/edit-athlete.ts'
import { endSessionsOf } from '../desk/end-sessions.ts'
import { updateInboxItem } from '../desk/inbox.ts'
import { sendMessageAgain } from '../desk/messages/send-again.ts'
import { switchDigest } from '../desk/screening/switch-digest.ts'
import { releaseRequest, takeRequest } from '../desk/screening/take.ts'
import { writeNote } from '../desk/screening/write-note.ts'
import { dropTrouble, retryTrouble } from '../desk/trouble/settle-trouble.ts'
import {
  sendApplication,
  sendContact,
  sendFeedback,
  sendSuggestion,
  sendWaitlist,
} from '../forms/send-form.ts'
import { cancelPayout } from '../payment/payout/cancel-payout.ts'
import { holdPayouts, resumePayouts } from '../payment/payout/hold-payouts.ts'
import { beginPayout, confirmPayout } from '../payment/payout/pay-by-hand.ts'
import { failPayout, returnPayout } from '../payment/payout/set-back.ts'
import { orderRefund } from '../payment/refunds-and-disputes/order-refund.ts'
import { refundByHand } from '../payment/refunds-and-disputes/refund-by-hand.ts'
import { refreshAskHold } from '../question/ask-calls.ts'
import { askQuestion } from '../question/ask-question.ts'
import { discardDraft, saveDraft, saveDraftAlone, saveDrafts } from '../question/draft.ts'
import { cancelQuestion, declineQuestion } from '../question/ending/end-question.ts'
import { approve, reject, undoDecision } from '../question/screening/decide.ts'
import { lookAtHold, lookBeforeStatus } from '../question/screening/look-at-hold.ts'
import { setStatus } from '../question/screening/set-status.ts'
import type { Handler } from '../sync/handler.ts'

/** The handler of each intent. A missing handler does not compile. */
const HANDLERS: { [N in IntentName]: Handler<N> } = {
  'draft.save': { run: saveDraft, runAll: saveDrafts, runAlone: saveDraftAlone },
  'draft.discard': { run: discardDraft },
  'question.ask': { before: refreshAskHold, run: askQuestion },
  'question.cancel': { run: cancelQuestion },
  'question.approve': { before: lookAtHold, run: approve },
  'question.reject': { run: reject },
  'question.undo': { run: undoDecision },
  'digest.switch': { run: switchDigest },
  'question.note': { run: writeNote },
  'question.take': { run: takeRequest },
  'question.release': { run: releaseRequest },
  'code.create': { run: createCode },
  'code.end': { run: endCode },
  'code.restore': { run: restoreCode },
  'athlete.edit': { run: editAthlete },
  'athlete.card': { run: giveCard },
  'athlete.restore': { run: restoreListing },
  'block.add': { run: blockAddress },
  'block.lift': { run: liftBlock },
  'sessions.end': { run: endSessionsOf },
  'payout.begin': { run: beginPayout },
  'payout.confirm': { run: confirmPayout },
  'payout.cancel': { run: cancelPayout },
  'payout.fail': { run: failPayout },
  'payout.return': { run: returnPayout },
  'payouts.hold': { run: holdPayouts },
  'payouts.resume': { run: resumePayouts },
  'team.invite': { run: inviteToTeam },
  'team.withdraw': { run: withdrawInvite },
  'team.set-role': { run: setDeskRole },
  'team.remove': { run: removeFromTeam },
  'trouble.retry': { run: retryTrouble },
  'trouble.drop': { run: dropTrouble },
  'message.send-again': { run: sendMessageAgain },
  'inbox.update': { run: updateInboxItem },
  'payment.refund': { run: orderRefund },
  'refund.by-hand': { run: refundByHand },
  'question.set-status': { before: lookBeforeStatus, run: setStatus },
  'question.decline': { run: declineQuestion },
  'answer.submit': { run: submitAnswer },
  'answer.give': { run: giveAnswer },
  'answer.transcribe': { run: transcribeAnswer },
  'clarification.reply': { run: replyToClarification },
  'clarification.film': { run: replyByVideo },
  'clarification.report': { run: reportClarification },
  'profile.save': { run: saveProfile },
  'picture.request': { run: requestPicture },
  'picture.approve': { run: approvePicture },
  'picture.reject': { run: rejectPicture },
  'picture.withdraw': { run: withdrawPictureRequest },
  'contact.send': { run: sendContact },
  'application.send': { run: sendApplication },
  'suggestion.send': { run: sendSuggestion },
  'waitlist.send': { run: sendWaitlist },
  'feedback.send': { run: sendFeedback },
}

/** Returns the handler of an intent whose arguments were parsed as that intent's. */
export function handlerOf(name: IntentName): Handler<IntentName> {
  return HANDLERS[name] as Handler<IntentName>
}

import { ACCOUNT_COPY } from '../../sync/account/copy.ts'
import { COPY } from '../../sync/copy.ts'
import type { RefusalCode } from '../../sync/errors.ts'
import { FORM_COPY } from '../../sync/forms/copy.ts'
import { LIMITS } from '../../sync/limits.ts'
import type { Refusal } from '../../sync/result.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { formatWait } from './format.ts'
import { formatMoney } from './format-money.ts'
import { keepsNothing, keptWhere } from './keeps-nothing.ts'

type Detail = NonNullable<Refusal['detail']>
type Sentence = string | ((detail: Detail) => string)

/**
 * The sentence for each step at which an adoption can fail (S2-8.6 to S2-8.9). After a failure nothing was changed.
 */
const ADOPTION: Record<string, string> = {
  conversations: COPY.fetchConversations,
  conversation: COPY.updateConversation,
  messages: COPY.updateMessages,
  profile: ACCOUNT_COPY.userUpdate,
}

/** The sentence that the user reads for each refusal code. A code without a sentence does not compile. */
const SENTENCES: Record<RefusalCode, Sentence> = {
  'sign-in-first': 'Sign in first. What you have here stays on this device.',
  'wrong-sign-in': 'The email address or the password is wrong.',
  'not-allowed': COPY.denied,
  'bad-origin': 'This page was opened from somewhere else. Open it from our own address and try again.',
  'bad-csrf': 'This page has been open for too long. Reload it and try again: nothing you wrote is lost.',
  'not-found': 'We cannot find this, or it is not yours to see.',
  'bad-shape': 'Something in here was not understood. Check what you entered and try again.',
  'bad-json': FORM_COPY.submission,
  'too-large': 'This is more than we can take in one go. Make it shorter and try again.',
  'wrong-content-type': FORM_COPY.submission,
  'unknown-intent': 'The server does not know this. Nothing was changed: reload the app and try again.',
  'unknown-collection': 'This version of the app is too old for that. Reload it and try again.',
  'outdated-app': () =>
    keepsNothing()
      ? 'There is a newer version of the app. Copy what you wrote, then reload this page to continue.'
      : 'There is a newer version of the app. Reload it to continue: nothing on this device is lost.',
  'too-many-requests': (detail) => tooMany(detail),
  'captcha-missing': COPY.captcha,
  'captcha-wrong': `${COPY.captcha}. The last one was not solved in time, so try again.`,
  'captcha-used': `${COPY.captcha}. The last one was used already, so try again.`,
  'account-closed': 'This account was closed by our team. Write to us if you think that is a mistake.',
  'link-ended': 'This link no longer works.',
  'link-spent': 'This link has already been used or has expired. Ask for a new one.',
  'second-factor-wanted': 'Your account asks for a code as well.',
  'step-up-wanted': 'This needs your second step once more. Nothing was changed: confirm it, and try again.',
  'wrong-passkey':
    'This passkey was not accepted: it does not belong to this account, or it took too long. Try again, or use a code.',
  'passkey-known': 'This device has a passkey for your account already.',
  'passkeys-enough': 'You have as many passkeys as an account can have. Remove one of them first.',
  'drafts-enough':
    'You have as many unfinished questions as an account can keep. Throw some of them away: this one stays on this device.',
  'share-links-enough': 'This answer has as many links as it can have. Turn one of them off first.',
  'wrong-code':
    'This code is not right, or was used already. Type the one that your app shows now, or a recovery code.',
  'second-factor-needed':
    'Accounts of the team keep a second step: a code or a passkey. Ask whoever runs the server if you have none.',
  'second-factor-on': 'The second step is on already. Turn it off before you set it up again.',
  'set-up-expired': 'This took too long. Begin again with a new key: nothing was changed.',
  'address-taken': ACCOUNT_COPY.emailExists,
  'no-account': 'This address has no account yet. Sign up with it first: the question waits.',
  'cookies-blocked':
    'This browser lets this site keep nothing, so it cannot know who you are. Allow cookies and site data for this site, reload the page and try again.',
  'same-email': 'This is your address already. Nothing has changed.',
  'wrong-current-password': ACCOUNT_COPY.wrongCurrentPassword,
  'wrong-chosen-password':
    'This is not the password you chose when you signed up. Try again, or sign up again.',
  'password-not-changed': ACCOUNT_COPY.passwordNotUpdated,
  'password-too-short': ({ least }) =>
    `A password needs at least ${typeof least === 'number' ? least : LIMITS.passwordLeast} characters.`,
  'password-too-long': `A password can have at most ${LIMITS.passwordMost} characters.`,
  'password-frequent': 'This password is widely known. Choose another one.',
  'password-guessable': `This password is little more than your address, your name or ours. Choose another one.`,
  'username-taken': ACCOUNT_COPY.usernameTaken,
  'adoption-failed': ({ step }) => ADOPTION[String(step)] ?? ACCOUNT_COPY.userUpdate,
  'wrong-signup-code': ACCOUNT_COPY.wrongSignupCode,
  'under-age': `You must be at least 15 years old to use ${PRODUCT.name}`,
  'bad-birth-date': `Enter a date of birth between ${yearOf(LIMITS.earliestBirthDate)} and today.`,
  'unknown-country': 'Choose your country from the list.',
  'nothing-asked': 'Write your question or add a video.',
  'text-and-video': 'A question is either a text or a video. Remove one of them.',
  'athlete-paused': 'The athlete has paused new requests for now. Your question is safe on this device.',
  'athlete-unavailable': 'The athlete no longer takes questions. Your question is safe on this device.',
  // Does not say why, so that a person who enters somebody else's address learns no more than its owner would.
  'asking-refused':
    'We cannot take a question from you at the moment. Nothing was charged. Write to us if you think that is a mistake.',
  'ask-yourself': 'You cannot ask yourself a question.',
  'amount-below-price': ({ priceCents }) =>
    `Please enter an amount that is above ${typeof priceCents === 'number' ? formatMoney(priceCents) : 'the price'}.`,
  'amount-below-minimum': ({ minimumCents }) =>
    typeof minimumCents === 'number' ? `Minimum of ${formatMoney(minimumCents)}.` : COPY.minimumTip,
  'amount-not-yours-to-set': 'The amount is already decided and cannot be changed here.',
  'discount-invalid': COPY.discountInvalid,
  'discount-over':
    'This code has expired or has been used up. Continue with the full price, or enter another one.',
  'discount-used': 'You have used this code already. Continue with the full price, or enter another one.',
  'price-changed': 'The price has changed since you began. Look at the new one and confirm it again.',
  'card-not-confirmed': COPY.cardDetails,
  'payment-mismatch': COPY.paymentSetup,
  'payments-unreachable': COPY.paymentSetup,
  'refund-too-high': ({ leftCents }) =>
    `No more than ${typeof leftCents === 'number' ? formatMoney(leftCents, 'full') : 'what is left'} of this payment can go back.`,
  'payment-disputed': 'The bank has this payment in dispute: a refund would pay it back twice.',
  'video-converting': ({ percent }) =>
    `This video has arrived and is being made ready for every device: ${percent} %. Open it again in a moment.`,
  'video-not-there': 'The video has not arrived yet. It stays on this device and can be sent again.',
  'ask-changed': 'This question is already being sent, so you can no longer change its amount.',
  'ask-closed': 'This question was already dealt with. Your words are safe: send them as a new question.',
  'video-type': COPY.videoType,
  'video-size': COPY.videoSize,
  'video-too-long': (detail) => tooLong(detail),
  'video-unreadable': COPY.videoProcessing,
  'video-codec':
    'Browsers cannot play the format of this video. Export it as an MP4 (H.264), or record a new one here.',
  'video-sound':
    'Browsers cannot play the sound of this video, so it would be lost. Export it as an MP4 with AAC sound, or record a new one here.',
  'video-dimensions': 'The picture of this video is too large. Export it in 4K or smaller.',
  'video-edits':
    'Parts of this video were only hidden, not cut out, and would be sent with it. Save it as a new video in the app that cut it, then choose that one.',
  'video-mismatch': `${COPY.uploadFailed}: the file changed on the way. Choose it again.`,
  'upload-not-expected': `${COPY.uploadFailed}: we no longer expect it. Choose it again.`,
  'storage-full':
    'Our storage is nearly full, so we cannot take videos and pictures at the moment. Yours is safe on this device and can be sent later.',
  'picture-type': 'Choose a picture: JPEG, PNG or WebP.',
  'picture-size': 'This picture is too large, or too small. Choose another one.',
  'picture-unreadable': 'This picture could not be read. Choose another one.',
  'already-decided': 'This was already decided. The page now shows how it stands.',
  'corrections-spent':
    'You cannot correct the address again. Withdraw the question and ask it again, or write to us.',
  'first-question-spent':
    'A free first question was asked from this address before. Use another one, or cancel this question.',
  'already-answered': 'This question was already answered.',
  'answer-missing': 'There is no answer yet.',
  'already-rated': 'This answer is rated already.',
  'captions-unreadable': ({ line }) =>
    typeof line === 'number'
      ? `The times in line ${line} could not be read. They look like 00:01.000 --> 00:04.000.`
      : 'We could not find any captions in this.',
  'captions-too-long': `Captions have ${LIMITS.transcriptCharacters} characters and ${LIMITS.captionCues} lines at most.`,
  'clarified-already': 'A follow-up about this answer was already asked; only one is possible.',
  'clarifying-over': 'A follow-up can be sent within 30 days of an answer, and that time is over.',
  'replied-already': 'This has already been replied to or reported.',
  'hold-too-short': 'The card hold no longer lasts long enough for an answer.',
  'hold-gone': 'The hold on the card is gone, so nothing can be charged.',
  'not-approved': 'This question is not open for an answer.',
  'payout-by-hand': 'Our payment provider does not pay to your country. You are paid by hand.',
  'deposits-unavailable':
    'Direct deposits cannot be set up at the moment. Our team is told and looks into it. Until then, we pay you by hand.',
  'invited-otherwise':
    'This invitation is for another email address. Enter the one that the mail was sent to.',
  'last-owner': 'The team needs an owner. Make somebody else an owner first.',
  'payouts-held': 'These payouts are held. Resume them first.',
  'payout-begun': 'This payout is being paid already, so it can no longer be cancelled.',
  'payout-changed':
    'The amount or where it goes has changed, and nothing was begun. Check both, then begin again.',
  'refund-under-way':
    'A refund of a payment to this athlete is on its way and may lower this payout. Begin it once the refund is done.',
  'payout-last':
    'This person’s account was erased, so no later payout would pay them. Hold their payouts if you need time.',
  'not-begun': 'Choose “Pay by hand” first, then confirm the payment.',
  'not-answered': 'There is no answer to tip yet.',
  'not-expired': 'The fan withdrew this question, or our team closed it, so you cannot answer it for free.',
  'too-late': 'The time to answer has run out. What you recorded is safe on this device.',
  'changed-meanwhile': 'This has changed in the meantime. Look at it again, then decide.',
  'id-taken': 'This was already used for something else. Try again.',
}

/**
 * Returns the sentence for a refusal, with its amounts and limits filled in. It says where something is kept as it is
 * where the browser stores nothing. An unknown code comes from a server newer than this app, so it reads as an outdated
 * app.
 */
export function refusalText({ code, detail }: Refusal): string {
  const sentence = SENTENCES[code] ?? SENTENCES['outdated-app']
  const said = typeof sentence === 'string' ? sentence : sentence(detail ?? {})
  return said.replace(/(safe|stays) on this device/, `$1 ${keptWhere()}`)
}

function tooMany({ retryAfterS }: Detail): string {
  if (typeof retryAfterS !== 'number' || retryAfterS < 60) return COPY.tooMany
  return `${COPY.tooMany} That is in ${formatWait(retryAfterS * 1_000)}.`
}

function tooLong({ seconds, purpose }: Detail): string {
  if (purpose === 'answer' || purpose === 'reply') return COPY.answerTooLong
  if (typeof seconds !== 'number') return COPY.askVideoTooLong
  return COPY.askVideoTooLong.replace(/\d+/, String(seconds))
}

function yearOf(day: string): string {
  return day.slice(0, 4)
}

import { clarificationByVideo, clarificationReply, clarificationReport } from './answer/clarification.ts'
import { answerSubmission } from './answer/submit.ts'
import { answerTranscription } from './answer/transcribe.ts'
import {
  pictureApproval,
  pictureRejection,
  pictureRequest,
  pictureWithdrawal,
} from './athlete/picture-request.ts'
import { profileSave } from './athlete/profile-edit.ts'
import { DESK_INTENTS } from './desk/desk-intents.ts'
import { applicationForm, contactForm, feedbackForm, suggestionForm, waitlistForm } from './forms/forms.ts'
import { LIMITS } from './limits.ts'
import { QUESTION_STATUSES } from './question/status.ts'
import type { Capability } from './roles.ts'
import { type Infer, id, moment, prose, z } from './shape.ts'

/** A question as an admin saw it; a decision is refused if the question has changed since. */
const seen = { questionId: id, revision: z.int().check(z.minimum(1)) }

/** The team's intents about members' pictures; they are never queued. */
const PICTURES = { version: 1, capability: 'change-pictures', subject: 'requestId', online: true } as const

/**
 * Every change that a device may request from the server. A device never writes a document: it appends an intent
 * with an id of its own to its outbox, and the server decides. `subject` names the argument by which entries are
 * kept in order; `online` means that the user waits for the outcome, so the intent is never queued for later.
 */
export const INTENTS = {
  'draft.save': {
    version: 1,
    capability: 'keep-drafts',
    subject: 'draftId',
    online: false,
    args: z.strictObject({
      draftId: id,
      athleteId: id,
      /** The draft's revision on the server when this device edited it; 0 for a new draft. */
      base: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
      savedAt: moment,
      body: z.string().check(z.maxLength(16_384)),
    }),
  },
  'draft.discard': {
    version: 1,
    capability: 'keep-drafts',
    subject: 'draftId',
    online: false,
    args: z.strictObject({ draftId: id }),
  },
  'question.ask': {
    version: 1,
    capability: 'ask-question',
    subject: 'questionId',
    online: false,
    args: z.strictObject({ questionId: id }),
  },
  'question.cancel': {
    version: 1,
    capability: 'cancel-question',
    subject: 'questionId',
    online: true,
    args: z.strictObject({ questionId: id }),
  },
  'question.approve': {
    version: 1,
    capability: 'screen-question',
    subject: 'questionId',
    online: true,
    args: z.strictObject({ ...seen, undoable: z.optional(z.boolean()) }),
  },
  'question.reject': {
    version: 1,
    capability: 'screen-question',
    subject: 'questionId',
    online: true,
    args: z.strictObject({ ...seen, note: prose(LIMITS.noteCharacters), undoable: z.optional(z.boolean()) }),
  },
  'question.undo': {
    version: 1,
    capability: 'screen-question',
    subject: 'questionId',
    online: true,
    args: z.strictObject({ questionId: id }),
  },
  ...DESK_INTENTS,
  'question.set-status': {
    version: 1,
    capability: 'screen-question',
    subject: 'questionId',
    online: true,
    args: z.strictObject({
      ...seen,
      status: z.enum(QUESTION_STATUSES),
      note: prose(LIMITS.noteCharacters),
    }),
  },
  'question.decline': {
    version: 1,
    capability: 'decline-question',
    subject: 'questionId',
    online: false,
    args: z.strictObject({ questionId: id, note: prose(LIMITS.noteCharacters) }),
  },
  'answer.submit': {
    version: 1,
    capability: 'answer-question',
    subject: 'questionId',
    online: false,
    args: answerSubmission,
  },
  'answer.give': {
    version: 1,
    capability: 'answer-question',
    subject: 'questionId',
    online: false,
    args: answerSubmission,
  },
  'clarification.reply': {
    version: 1,
    capability: 'answer-question',
    subject: 'questionId',
    online: false,
    args: clarificationReply,
  },
  'clarification.film': {
    version: 1,
    capability: 'answer-question',
    subject: 'questionId',
    online: false,
    args: clarificationByVideo,
  },
  'clarification.report': {
    version: 1,
    capability: 'answer-question',
    subject: 'questionId',
    online: false,
    args: clarificationReport,
  },
  'answer.transcribe': {
    version: 2,
    capability: 'transcribe-answer',
    subject: 'questionId',
    online: false,
    args: answerTranscription,
  },
  'profile.save': {
    version: 1,
    capability: 'edit-profile',
    subject: 'personId',
    online: false,
    args: profileSave,
  },
  'picture.request': { ...PICTURES, args: pictureRequest },
  'picture.approve': { ...PICTURES, args: pictureApproval },
  'picture.reject': { ...PICTURES, args: pictureRejection },
  'picture.withdraw': { ...PICTURES, args: pictureWithdrawal },
  'contact.send': {
    version: 1,
    capability: 'send-form',
    subject: 'formId',
    online: false,
    args: contactForm,
  },
  'application.send': {
    version: 1,
    capability: 'send-form',
    subject: 'formId',
    online: false,
    args: applicationForm,
  },
  'suggestion.send': {
    version: 1,
    capability: 'send-form',
    subject: 'formId',
    online: false,
    args: suggestionForm,
  },
  'waitlist.send': {
    version: 1,
    capability: 'send-form',
    subject: 'formId',
    online: false,
    args: waitlistForm,
  },
  'feedback.send': {
    version: 1,
    capability: 'send-feedback',
    subject: 'feedbackId',
    online: false,
    args: feedbackForm,
  },
} as const satisfies Record<
  string,
  { version: number; capability: Capability; subject: string; online: boolean; args: z.core.$ZodType }
>

export type IntentName = keyof typeof INTENTS
export type IntentArgs<N extends IntentName> = Infer<(typeof INTENTS)[N]['args']>

/** An intent that may wait in the outbox, because no user waits for its outcome. */
export type QueuedName = {
  [N in IntentName]: (typeof INTENTS)[N]['online'] extends true ? never : N
}[IntentName]

/**
 * Converts the arguments of an older version of an intent to the current one; one entry for every version ever
 * shipped.
 */
export const UPGRADERS: { [N in IntentName]?: Record<number, (args: unknown) => unknown> } = {
  'answer.transcribe': { 1: (args) => args },
  'block.add': { 1: (args) => args },
  'payment.refund': { 1: (args) => args },
  'payout.begin': { 1: (args) => args, 2: (args) => args },
  'payout.confirm': { 1: (args) => args },
  'payout.fail': { 1: (args) => args },
}

/** The form of intent names. The server assumes that an unknown name of this form comes from a newer app. */
export const INTENT_NAME = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/

/** Checks whether a text names an intent. */
export function isIntentName(name: string): name is IntentName {
  return Object.hasOwn(INTENTS, name)
}

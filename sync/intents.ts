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

/** What several intents share. The team’s, about screening and pictures, are never queued. */
const DRAFTS = { version: 1, capability: 'keep-drafts', subject: 'draftId', online: false } as const
const SCREENING = { version: 1, capability: 'screen-question', subject: 'questionId', online: true } as const
const ANSWERS = { version: 1, capability: 'answer-question', subject: 'questionId', online: false } as const
const PICTURES = { version: 1, capability: 'change-pictures', subject: 'requestId', online: true } as const
const FORMS = { version: 1, capability: 'send-form', subject: 'formId', online: false } as const

/**
 * Every change that a device may request from the server. A device never writes a document: it appends an intent
 * with an id of its own to its outbox, and the server decides. `subject` names the argument by which entries are
 * kept in order; `online` means that the user waits for the outcome, so the intent is never queued for later.
 */
export const INTENTS = {
  'draft.save': {
    ...DRAFTS,
    args: z.strictObject({
      draftId: id,
      athleteId: id,
      /** The draft's revision on the server when this device edited it; 0 for a new draft. */
      base: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
      savedAt: moment,
      body: z.string().check(z.maxLength(16_384)),
    }),
  },
  'draft.discard': { ...DRAFTS, args: z.strictObject({ draftId: id }) },
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
    ...SCREENING,
    args: z.strictObject({ ...seen, undoable: z.optional(z.boolean()) }),
  },
  'question.reject': {
    ...SCREENING,
    args: z.strictObject({ ...seen, note: prose(LIMITS.noteCharacters), undoable: z.optional(z.boolean()) }),
  },
  'question.undo': { ...SCREENING, args: z.strictObject({ questionId: id }) },
  ...DESK_INTENTS,
  'question.set-status': {
    ...SCREENING,
    args: z.strictObject({ ...seen, status: z.enum(QUESTION_STATUSES), note: prose(LIMITS.noteCharacters) }),
  },
  'question.decline': {
    version: 1,
    capability: 'decline-question',
    subject: 'questionId',
    online: false,
    args: z.strictObject({ questionId: id, note: prose(LIMITS.noteCharacters) }),
  },
  'answer.submit': { ...ANSWERS, args: answerSubmission },
  'answer.give': { ...ANSWERS, args: answerSubmission },
  'clarification.reply': { ...ANSWERS, args: clarificationReply },
  'clarification.film': { ...ANSWERS, args: clarificationByVideo },
  'clarification.report': { ...ANSWERS, args: clarificationReport },
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
  'contact.send': { ...FORMS, args: contactForm },
  'application.send': { ...FORMS, args: applicationForm },
  'suggestion.send': { ...FORMS, args: suggestionForm },
  'waitlist.send': { ...FORMS, args: waitlistForm },
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

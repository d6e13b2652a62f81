import { randomUUID } from 'node:crypto'
import type { IntentName } from '../../../sync/intents.ts'
import { about, DESK_INTENTS } from '../desk/requests.ts'
import type { Thing } from '../fixtures/thing.ts'
import type { Role } from '../rights.ts'
import { PICTURE_INTENT_ARGS, takeOf } from './account-requests.ts'

const sender = { firstName: 'Canaryform', lastName: 'Sender', email: 'cnr.form@form.test' }

/** Well-formed arguments for every intent. */
export const INTENT_ARGS: Record<IntentName, (thing: Thing, role: Role) => object> = {
  'draft.save': ({ draftId, athleteId }, role) => ({
    draftId,
    athleteId,
    base: 1,
    savedAt: 6,
    body: `${role} canary draft once more`,
  }),
  'draft.discard': ({ draftId }) => ({ draftId }),
  'question.ask': ({ questionId }) => ({ questionId }),
  'question.cancel': ({ questionId }) => ({ questionId }),
  ...DESK_INTENTS,
  'question.decline': ({ questionId }) => ({
    questionId,
    note: `canary athlete note ${about(questionId)}`,
  }),
  'answer.transcribe': ({ questionId }) => ({
    questionId,
    text: timed(`canary words of an answer ${about(questionId)}`),
  }),
  'clarification.reply': ({ questionId }) => ({
    questionId,
    text: `canary reply ${about(questionId)}`,
  }),
  'clarification.film': ({ questionId }) => ({ questionId, video: takeOf({ questionId }).video }),
  'clarification.report': ({ questionId }) => ({
    questionId,
    note: `canary note of a report ${about(questionId)}`,
  }),
  'answer.submit': takeOf,
  'answer.give': takeOf,
  'profile.save': ({ athleteId: personId }) => ({
    personId,
    before: { position: null },
    after: { position: 'canary position' },
  }),
  ...PICTURE_INTENT_ARGS,
  'contact.send': formOf({ ...sender, subject: 'canary form subject', content: 'canary form content' }),
  'application.send': formOf({
    ...sender,
    city: 'canary form city',
    countryCode: 'NO',
    socialPlatform: 'x',
    socialAccount: '@canaryform',
    sport: 'canary form sport',
    content: 'canary form reasons',
  }),
  'suggestion.send': formOf({ handle: '@canaryidol' }),
  'waitlist.send': formOf({
    socialPlatform: 'Tiktok',
    socialAccount: '@canarywaits',
    email: 'cnr.waits@form.test',
  }),
  'feedback.send': () => ({ feedbackId: randomUUID(), content: 'canary feedback content' }),
}

/** Returns a text as timed captions. */
export const timed = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`

/** Returns a public form's arguments, without a captcha; only users with an account may leave that out. */
function formOf(words: object): () => object {
  return () => ({ formId: randomUUID(), captcha: null, ...words })
}

import { athleteShareCents } from '../../sync/money.ts'
import type { MailKind } from './enqueue.ts'
import { type MailFacts, RELEASED_WHY } from './mail-facts.ts'
import { chargeLines } from './mail-templates/charge-lines.ts'
import { DESK_TEMPLATES } from './mail-templates/desk-mail.ts'
import { MONEY_TEMPLATES } from './mail-templates/money-mail.ts'
import { particulars, request } from './mail-templates/particulars.ts'
import { claiming, money, open, type Template, watch } from './mail-templates/template.ts'
import { spokenTime } from './spoken-time.ts'

const due = (f: MailFacts) => spokenTime(f.dueAt, f.zone)
const arrival = (f: MailFacts) => spokenTime(f.graceEndsAt, f.zone)

/** Says that the team closed a question that had already been approved. */
const closedByTeam = (f: MailFacts) =>
  `Our team closed your question “${f.subject}” to ${f.athlete.name}: it will not be answered.`

const STILL_ON_DEVICE =
  'What you wrote and recorded is still on the device you used. You can open it there and try again.'

const ourNote = ({ adminNote }: MailFacts) =>
  adminNote ? { by: 'What we would like you to know', text: adminNote } : null

/** One template for each kind of mail; a missing one does not compile. */
export const TEMPLATES: Record<MailKind, Template> = {
  ...MONEY_TEMPLATES,
  'ask-received': (f, l) => ({
    subject: `Your question to ${f.athlete.firstName} is in`,
    paragraphs: [
      `We got your question “${f.subject}” for ${f.athlete.name}. We read every question first; if it is approved, ${f.athlete.firstName} answers by video within 3 days${f.amountCents > 0 ? ', or you are fully refunded' : ''}.`,
      ...chargeLines(f),
    ],
    facts: particulars(f),
    links: claiming(l),
    action: watch('See how your question stands', l),
    after: [
      'This private link always shows how things stand. Keep it to yourself: whoever has it can watch.',
    ],
  }),
  'ask-readdressed': (f, l) => ({
    subject: `Your question to ${f.athlete.firstName} is in`,
    paragraphs: [
      `You corrected the address of your question “${f.subject}” for ${f.athlete.name}. From now on we write to you here, and the link we sent before no longer works.`,
      ...chargeLines(f),
      'This private link always shows how things stand. Keep it to yourself: whoever has it can watch.',
    ],
    links: claiming(l),
    action: watch('See how your question stands', l),
  }),
  'ask-released': (f) => ({
    subject: 'Your question could not be sent',
    paragraphs: [
      `Your question “${f.subject}” for ${f.athlete.name} could not be sent, because ${RELEASED_WHY[f.data.reason ?? ''] ?? 'something it needs is gone'}.`,
      // no card was confirmed, or the bank released the hold; we do not know which
      ...(f.data.reason === 'card-not-held' ? ['You were not charged.'] : chargeLines(f)),
      // whoever leaves has what is on the device deleted as well
      ...(f.data.reason === 'asker-left' ? [] : [STILL_ON_DEVICE]),
    ],
    facts: particulars(f),
    action: null,
  }),
  'question-approved': (f, l) => ({
    subject: `${f.athlete.firstName} has your question`,
    paragraphs: [
      `Your question “${f.subject}” was approved. ${f.athlete.firstName} has until ${due(f)} to answer.`,
      ...chargeLines(f),
    ],
    facts: particulars(f, ['Answer by', due(f)]),
    action: watch('See how your question stands', l),
  }),
  'question-rejected': (f, l) => ({
    subject: 'About your question',
    paragraphs: [
      f.data.by === 'team'
        ? closedByTeam(f)
        : `We could not pass on your question “${f.subject}” to ${f.athlete.name}.`,
      ...chargeLines(f),
    ],
    quote: ourNote(f),
    facts: particulars(f),
    action: watch('See the details', l),
  }),
  'question-declined': (f, l) => ({
    subject:
      f.data.by === 'team' ? 'About your question' : `${f.athlete.firstName} could not take your question`,
    paragraphs: [
      f.data.by === 'team' ? closedByTeam(f) : `${f.athlete.name} declined your question “${f.subject}”.`,
      ...chargeLines(f),
    ],
    quote:
      f.data.by === 'team'
        ? ourNote(f)
        : f.athleteNote
          ? { by: `${f.athlete.firstName}’s note`, text: f.athleteNote }
          : null,
    facts: particulars(f),
    action: watch('See the details', l),
  }),
  'question-expired': (f, l) => ({
    subject: `No answer from ${f.athlete.firstName} in time`,
    paragraphs: [`${f.athlete.name} did not answer “${f.subject}” in time.`, ...chargeLines(f)],
    facts: particulars(f),
    action: watch('See the details', l),
  }),
  'athlete-left': (f, l) => ({
    subject: `${f.athlete.firstName} no longer takes questions`,
    paragraphs: [
      f.data.why === 'by-team'
        ? `${f.athlete.name} no longer answers questions here, and your question “${f.subject}” will not be answered.`
        : `${f.athlete.name} has left, and your question “${f.subject}” will not be answered.`,
      ...chargeLines(f),
    ],
    facts: particulars(f),
    action: watch('See the details', l),
  }),
  'screening-expired': (f, l) => ({
    subject: 'We did not get to your question in time',
    paragraphs: [
      `We could not screen your question “${f.subject}” for ${f.athlete.name} in time. That is on us, and we are sorry.`,
      ...chargeLines(f),
    ],
    facts: particulars(f),
    action: watch('See the details', l),
  }),
  'question-cancelled': (f, l) => ({
    subject: 'Your question was withdrawn',
    paragraphs: [`You withdrew your question “${f.subject}” for ${f.athlete.name}.`, ...chargeLines(f)],
    facts: particulars(f),
    action: watch('See the details', l),
  }),
  'answer-recorded': (f, l) => ({
    subject: `${f.athlete.firstName} recorded your answer`,
    paragraphs: [
      `${f.athlete.firstName} recorded an answer to “${f.subject}”. The video has until ${arrival(f)} to arrive.`,
      ...chargeLines(f),
    ],
    facts: particulars(f, ['Video due by', arrival(f)]),
    action: watch('See how it stands', l),
  }),
  'answer-ready': (f, l) => ({
    subject: `Your answer from ${f.athlete.firstName} is here`,
    paragraphs: [`${f.athlete.name} answered “${f.subject}”.`, ...chargeLines(f)],
    facts: particulars(f),
    picture: f.poster,
    action: watch('Watch your answer', l),
  }),
  'answer-given': (f, l) => ({
    subject: `${f.athlete.firstName} answered after all`,
    paragraphs: [
      `Your question “${f.subject}” had ended. ${f.athlete.name} has sent you an answer after all, and it is free: you were not charged.`,
    ],
    picture: f.poster,
    action: watch('Watch your answer', l),
  }),
  'rating-wanted': (f, l) => ({
    subject: `How was ${f.athlete.firstName}’s answer?`,
    paragraphs: [
      `${f.athlete.name} answered “${f.subject}”. If you have a moment, say what it was worth to you: one to five stars. We ask this once.`,
    ],
    action: watch('Rate the answer', l),
  }),
  'clarification-replied': (f, l) => ({
    subject: `${f.athlete.firstName} replied to your follow-up`,
    paragraphs: [
      `You asked ${f.athlete.name} a follow-up question about the answer to “${f.subject}”. The reply is on the page of your answer. It cost you nothing, and ${f.athlete.firstName} earns nothing from it.`,
    ],
    action: watch('See the reply', l),
  }),
  'request-approved': (f, l) => ({
    subject: 'A new question is waiting for you',
    paragraphs: [
      `${f.asker.firstName} asks: “${f.subject}”. Please record your answer by ${due(f)}.`,
      'You can record it offline. Open the app with a network afterwards, so that your answer is sent.',
    ],
    facts: request(f, ['Answer by', due(f)]),
    action: open('Open the question', f, l),
  }),
  'request-reminder': (f, l) => ({
    subject: 'A question is still waiting',
    paragraphs: [`“${f.subject}” from ${f.asker.firstName} is open until ${due(f)}.`],
    facts: request(f, ['Answer by', due(f)]),
    action: open('Open the question', f, l),
  }),
  'answer-not-arrived': (f, l) => ({
    subject: 'Your answer has not reached us yet',
    paragraphs: [
      `Your answer to “${f.subject}” from ${f.asker.firstName} has not reached us yet. Open the app with a network on the device that you recorded it with, so that it can be sent. The video has until ${arrival(f)} to arrive.`,
    ],
    facts: request(f, ['Video due by', arrival(f)]),
    action: open('Open the question', f, l),
  }),
  'request-expired': (f, l) => ({
    subject: 'A question expired',
    paragraphs: [
      f.graceEndsAt
        ? `Your answer to “${f.subject}” from ${f.asker.firstName} did not reach us in time, so the question ended. What you recorded is still on your device.`
        : `You did not answer “${f.subject}” from ${f.asker.firstName} in time, so the question ended. If you recorded an answer, it is still on your device.`,
    ],
    action: open('Open the conversation', f, l),
  }),
  'request-withdrawn': (f, l) => ({
    subject: 'A question was withdrawn',
    paragraphs: [
      f.data.reason === 'asker-left'
        ? `${f.asker.firstName} withdrew the question “${f.subject}”. There is nothing for you to do.`
        : f.data.reason === 'by-team'
          ? `Our team withdrew the question “${f.subject}” from ${f.asker.firstName}. There is nothing for you to do.`
          : `We could not screen a question for you from ${f.asker.firstName} in time, so it ended. There is nothing for you to do.`,
    ],
    action: open('Open the conversation', f, l),
  }),
  'answer-unreadable': (f, l) => ({
    subject: 'We could not read your answer',
    paragraphs: [
      `We could not read the video you sent for “${f.subject}”. ${
        f.data.over === 'question'
          ? 'The question has ended, so it takes no other one.'
          : f.data.over
            ? 'The time for another one is over.'
            : `You can record another one until ${due(f)}.`
      }`,
    ],
    action: open('Open the question', f, l),
  }),
  'answer-delivered': (f, l) => ({
    subject: 'Your answer is delivered',
    paragraphs: [
      `Your answer to “${f.subject}” is with ${f.asker.firstName}.`,
      ...(f.amountCents > 0
        ? [`${money(athleteShareCents(f.amountCents))} was added to your earnings.`]
        : []),
    ],
    facts: request(f),
    action: open('Open the conversation', f, l),
  }),
  'clarification-asked': (f, l) => ({
    subject: `${f.asker.firstName} asked a follow-up about your answer`,
    paragraphs: [
      `${f.asker.firstName} asked a follow-up about your answer to “${f.subject}”. You may write back a few words, or record a short video, or neither; it is free for ${f.asker.firstName}, and you earn nothing from it. A fan can ask one follow-up about an answer.`,
      'Our team has not read it. If it does not belong here, report it in the conversation: our team reads it, and you no longer see it.',
    ],
    action: open('Open the conversation', f, l),
  }),
  ...DESK_TEMPLATES,
}

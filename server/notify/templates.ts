import { PRODUCT } from '../../sync/copy.ts'
import { athleteShareCents } from '../../sync/money.ts'
import type { MailFacts } from './mail-facts.ts'
import type { MailKind } from './tell.ts'

/** What a mail says: a subject, paragraphs, and one thing to do. Nothing private stands in a subject. */
export type Words = { subject: string; paragraphs: string[]; action: { label: string; path: string } | null }

/** What a template may point to. */
export type Links = { view: string | null; dashboard: string; profile: string }

type Template = (facts: MailFacts, links: Links) => Words

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`
const time = (at: Date | null) =>
  at === null
    ? ''
    : `${at.toLocaleString('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' })} UTC`
const watch = (label: string, { view }: Links) => (view ? { label, path: view } : null)
const note = (text: string | null) => (text ? [`Their note: “${text}”`] : [])

/** The truth about the card, in one sentence. */
function card({ amountCents, hold }: MailFacts): string[] {
  if (amountCents === 0) return []
  if (hold === 'released')
    return [`The hold of ${money(amountCents)} on your card has been released. You were not charged.`]
  if (hold === 'captured') return [`Your card was charged ${money(amountCents)}.`]
  if (hold === 'releasing')
    return [`The hold of ${money(amountCents)} on your card is being released. You are not charged.`]
  return [`${money(amountCents)} is held on your card. You are charged only when the answer is here.`]
}

const RELEASED_WHY: Record<string, string> = {
  'video-unreadable': 'we could not read its video',
  'video-not-there': 'its video never arrived',
  'athlete-unavailable': 'the athlete does not take questions at the moment',
  'price-changed': 'the free first question had been used meanwhile',
}

/** One template for each kind of mail; a missing one does not compile. */
export const TEMPLATES: Record<MailKind, Template> = {
  'ask-received': (f, l) => ({
    subject: `Your question to ${f.athlete.firstName} is in`,
    paragraphs: [
      `We got your question “${f.subject}” for ${f.athlete.name}. We read every question first; if it is approved, ${f.athlete.firstName} answers by video within 3 days, or you are fully refunded.`,
      ...card(f),
      'This private link always shows how things stand. Keep it to yourself: whoever has it can watch.',
    ],
    action: watch('See how your question stands', l),
  }),
  'ask-released': (f) => ({
    subject: 'Your question could not be sent',
    paragraphs: [
      `Your question “${f.subject}” for ${f.athlete.name} could not be sent, because ${RELEASED_WHY[f.data.reason ?? ''] ?? 'something it needs is gone'}.`,
      ...card(f),
      'What you wrote and recorded is still on the device you used. You can open it there and try again.',
    ],
    action: null,
  }),
  'question-approved': (f, l) => ({
    subject: `${f.athlete.firstName} has your question`,
    paragraphs: [
      `Your question “${f.subject}” was approved. ${f.athlete.firstName} has until ${time(f.dueAt)} to answer.`,
      ...card(f),
    ],
    action: watch('See how your question stands', l),
  }),
  'question-rejected': (f, l) => ({
    subject: 'About your question',
    paragraphs: [
      `We could not pass on your question “${f.subject}” to ${f.athlete.name}.`,
      ...(f.adminNote ? [`What we would like you to know: “${f.adminNote}”`] : []),
      ...card(f),
    ],
    action: watch('See the details', l),
  }),
  'question-declined': (f, l) => ({
    subject: `${f.athlete.firstName} could not take your question`,
    paragraphs: [
      `${f.athlete.name} declined your question “${f.subject}”.`,
      ...note(f.athleteNote),
      ...card(f),
    ],
    action: watch('See the details', l),
  }),
  'question-expired': (f, l) => ({
    subject: `No answer from ${f.athlete.firstName} in time`,
    paragraphs: [`${f.athlete.name} did not answer “${f.subject}” in time.`, ...card(f)],
    action: watch('See the details', l),
  }),
  'screening-expired': (f, l) => ({
    subject: 'We did not get to your question in time',
    paragraphs: [
      `We could not screen your question “${f.subject}” for ${f.athlete.name} in time. That is on us, and we are sorry.`,
      ...card(f),
    ],
    action: watch('See the details', l),
  }),
  'question-cancelled': (f, l) => ({
    subject: 'Your question is taken back',
    paragraphs: [`You took back your question “${f.subject}” for ${f.athlete.name}.`, ...card(f)],
    action: watch('See the details', l),
  }),
  'answer-recorded': (f, l) => ({
    subject: `${f.athlete.firstName} recorded your answer`,
    paragraphs: [
      `${f.athlete.firstName} recorded an answer to “${f.subject}”. It is on its way and arrives by ${time(f.graceEndsAt)} at the latest.`,
      ...card(f),
    ],
    action: watch('See how it stands', l),
  }),
  'answer-ready': (f, l) => ({
    subject: `Your answer from ${f.athlete.firstName} is here`,
    paragraphs: [`${f.athlete.name} answered “${f.subject}”.`, ...card(f)],
    action: watch('Watch your answer', l),
  }),
  'payment-lapsed': (f, l) =>
    f.data.to === 'athlete'
      ? {
          subject: 'A payment lapsed',
          paragraphs: [
            `The payment for “${f.subject}” could not be collected, so the question is closed. Anything you recorded for it is kept.`,
          ],
          action: { label: 'Open your dashboard', path: l.dashboard },
        }
      : {
          subject: 'Your payment lapsed',
          paragraphs: [
            `The payment for your question “${f.subject}” to ${f.athlete.name} could not be collected, so the question is closed. You were not charged.`,
          ],
          action: watch('See the details', l),
        },
  'request-approved': (f, l) => ({
    subject: 'A new question is waiting for you',
    paragraphs: [
      `${f.asker.firstName} asks: “${f.subject}”. Answer by video until ${time(f.dueAt)}.`,
      ...(f.amountCents > 0 ? [`Your share is ${money(athleteShareCents(f.amountCents))}.`] : []),
      'You can record offline; it is sent when you are back.',
    ],
    action: { label: 'Open your dashboard', path: l.dashboard },
  }),
  'request-reminder': (f, l) => ({
    subject: 'A question is still waiting',
    paragraphs: [`“${f.subject}” from ${f.asker.firstName} is open until ${time(f.dueAt)}.`],
    action: { label: 'Open your dashboard', path: l.dashboard },
  }),
  'request-expired': (f, l) => ({
    subject: 'A question expired',
    paragraphs: [
      `“${f.subject}” from ${f.asker.firstName} was not answered in time and was given back. A take you recorded stays on your device.`,
    ],
    action: { label: 'Open your dashboard', path: l.dashboard },
  }),
  'request-withdrawn': (f, l) => ({
    subject: 'A question was given back',
    paragraphs: [
      `A question for you from ${f.asker.firstName} could not be screened in time and was given back. There is nothing for you to do.`,
    ],
    action: { label: 'Open your dashboard', path: l.dashboard },
  }),
  'answer-unreadable': (f, l) => ({
    subject: 'Your answer could not be read',
    paragraphs: [
      `The video you sent for “${f.subject}” could not be read. You can record another one until ${time(f.dueAt)}.`,
    ],
    action: { label: 'Open your dashboard', path: l.dashboard },
  }),
  'answer-delivered': (f, l) => ({
    subject: 'Your answer is delivered',
    paragraphs: [
      `Your answer to “${f.subject}” is with ${f.asker.firstName}.`,
      ...(f.amountCents > 0
        ? [`${money(athleteShareCents(f.amountCents))} was added to your earnings.`]
        : []),
    ],
    action: { label: 'Open your dashboard', path: l.dashboard },
  }),
}

/** The plain and the rich form of a mail. */
export function renderWords(words: Words, origin: string, recipient: string): { text: string; html: string } {
  const address = words.action && `${origin}${words.action.path}`
  const lines = [`Hi ${recipient},`, ...words.paragraphs]
  const text = [...lines, ...(words.action ? [`${words.action.label}: ${address}`] : []), PRODUCT.name].join(
    '\n\n',
  )
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('')
  const button = words.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(address ?? '')}" style="background:#10201a;color:#faf7f0;padding:14px 22px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(words.action.label)}</a></p>`
    : ''
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#faf7f0;color:#10201a;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:32px 20px"><p style="font-weight:800;font-size:20px;margin:0 0 24px">${PRODUCT.name}</p>${paragraphs}${button}</div></body></html>`
  return { text, html }
}

/** Text made safe to stand in HTML. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}

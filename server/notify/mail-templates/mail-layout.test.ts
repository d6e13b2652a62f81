import { describe, expect, test } from 'vitest'
import type { MailFacts } from '../mail-facts.ts'
import { TEMPLATES } from '../templates.ts'
import { BROUGHT, oneLine, renderLayout, unlinked } from './mail-layout.ts'
import { payoutWords } from './payout-mail.ts'

const origin = 'https://infield.example'
const evil = `"><img src=x onerror=alert(1)>\r\nBcc: x@evil.example\u2028\u202eevil`
const facts: MailFacts = {
  id: 'x',
  kind: 'ask-received',
  data: {},
  isToAsker: true,
  recipient: { name: evil, address: 'kim@fan.test', firstName: evil },
  subject: evil,
  athlete: { name: evil, firstName: evil, username: 'rosa' },
  asker: { firstName: evil },
  isAskerErased: false,
  amountCents: 1_500,
  takenOffCents: null,
  hold: 'held',
  dueAt: new Date('2026-11-25T14:00:00Z'),
  graceEndsAt: new Date('2026-11-26T14:00:00Z'),
  screeningEndsAt: null,
  payAgainUntil: null,
  mayPayAgain: false,
  adminNote: evil,
  athleteNote: evil,
  questionId: 'q',
  isSeenByAthlete: true,
  answerVideoId: 'v',
  poster: Buffer.from('a picture'),
  linkGeneration: 1,
  isClaim: true,
  zone: 'Europe/Oslo',
}
const links = {
  view: `/view/${'a'.repeat(43)}`,
  dashboard: '/dashboard',
  desk: '/admin',
  profile: '/ask/rosa',
  claim: '/wasthisyou#token=x',
}
const kinds = Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[]

test('a mail to the team opens the part of the desk that it speaks of', () => {
  const pathOf = (kind: (typeof kinds)[number]) => TEMPLATES[kind]({ ...facts, kind }, links).action?.path
  expect(pathOf('desk-first')).toBe('/admin')
  expect(pathOf('dispute-opened')).toBe('/admin?tab=money')
  expect(pathOf('charge-stands')).toBe('/admin?tab=money')
  expect(pathOf('conversion-failed')).toBe('/admin?tab=requests&id=q')
})

test.each([
  ['none', 'Not charged'],
  ['pending', 'Not charged'],
  ['held', 'Held'],
  ['capturing', 'Held'],
  ['captured', 'Charged to your card'],
  ['releasing', 'Being released'],
  ['released', 'Released'],
  ['lapsed', 'Not charged'],
] as const)('the details of a question whose hold is %s call its money “%s”', (hold, said) => {
  const mail = TEMPLATES['ask-released']({ ...facts, kind: 'ask-released', hold }, links)
  expect(mail.facts?.at(-1)).toEqual([said, '$15.00'])
})

test.each([
  ['asker-left', false],
  ['card-not-held', true],
])(
  'a fan whose question was released (%s) is told of what is on the device, as long as it is there',
  (reason, isThere) => {
    const mail = TEMPLATES['ask-released']({ ...facts, kind: 'ask-released', data: { reason } }, links)
    expect(mail.paragraphs.some((words) => words.includes('still on the device'))).toBe(isThere)
  },
)

test('D5 a fan whose answer is recorded is told until when its video has to arrive, in their own zone', () => {
  const { paragraphs, facts: listed } = TEMPLATES['answer-recorded'](
    { ...facts, kind: 'answer-recorded', subject: 'Pacing', athlete: { ...facts.athlete, firstName: 'Mia' } },
    links,
  )
  const until = 'November 26, 2026 at 3:00 PM GMT+1'
  expect(paragraphs[0]).toContain(`Mia recorded an answer to “Pacing”. The video has until ${until}`)
  expect(listed?.find(([label]) => label === 'Video due by')?.[1]).toContain(until)
})

test.each([
  ['held', false, '$15.00 is held on your card.'],
  [
    'lapsed',
    true,
    'your card could not be charged $15.00. The answer is kept for you: pay again by November 28',
  ],
  [
    'pending',
    true,
    'your card could not be charged $15.00. The answer is kept for you: pay again by November 28',
  ],
  ['lapsed', false, 'Nothing is held on your card, and you were not charged.'],
] as const)(
  'a corrected address reads of a card that is %s, with time to pay again: %s',
  (...[hold, mayPayAgain, said]) => {
    const payAgainUntil = new Date('2026-11-28T14:00:00Z')
    const readdressed = { ...facts, kind: 'ask-readdressed', hold, mayPayAgain, payAgainUntil } as const
    const text = TEMPLATES['ask-readdressed'](readdressed, links).paragraphs.join(' ')
    expect(text).toContain(said)
    expect(text.includes('is held on your card.')).toBe(hold === 'held')
  },
)

test.each([
  ['opened', 'A payment is disputed', 'A fan disputes a payment of $25.00 for “Pacing” at their bank.'],
  ['inquiry', 'A bank asks about a payment', 'It has taken no money so far'],
  ['taken', 'A bank took a disputed payment', 'This is a dispute now, no longer only an inquiry.'],
  ['again', 'A bank wants evidence again', 'wants evidence once more about a payment of $25.00'],
])(
  'the team is told of a dispute (%s) by what happened, and until when evidence is due',
  (why, ...[subject, first]) => {
    const data = { why, cents: '2500', disputeId: 'dp_1', state: 'needs-response' }
    const told = (more: object) =>
      TEMPLATES['dispute-opened'](
        { ...facts, kind: 'dispute-opened', subject: 'Pacing', data: { ...data, ...more } },
        links,
      )
    const due = told({ dueBy: '2026-11-26T14:00:00.000Z' })
    expect(due.subject).toBe(subject)
    expect(due.paragraphs[0]).toContain(first)
    const until = 'November 26, 2026 at 3:00 PM GMT+1'
    expect(due.paragraphs[0]).toContain(`Send evidence at the payment provider by ${until}.`)
    expect(due.facts).toEqual([
      ['Dispute', 'dp_1'],
      ['Evidence due by', until],
    ])
    expect(told({ state: 'lost' }).paragraphs[0]).toContain('The bank has decided it already: we lost.')
    expect(told({ state: 'under-review' }).paragraphs[0]).toContain('takes no evidence at the moment')
  },
)

test('an athlete is told of a payment that went back by what became of it, with the way to the statement', () => {
  const told = (kind: 'payment-returned' | 'share-restored', why: string) =>
    TEMPLATES[kind]({ ...facts, kind, data: { why, cents: '4000' } }, links)
  const lost = told('payment-returned', 'dispute')
  expect(lost.subject).toBe('A bank took a payment back')
  expect(lost.paragraphs[0]).toContain('The bank decided to give the money back, so $40.00, your share of it')
  const won = told('share-restored', 'dispute')
  expect(won.subject).toBe('Your share of a payment is yours again')
  expect(won.paragraphs[0]).toContain('It has now decided the dispute for us')
  for (const { action } of [lost, won, told('payment-returned', 'refund')])
    expect(action?.path).toBe('/dashboard?tab=money')
})

test('a refund that never left is not told as one that we said went back', () => {
  const failed = (from: string) =>
    TEMPLATES['refund-failed']({ ...facts, kind: 'refund-failed', data: { from, cents: '500' } }, links)
      .paragraphs[0]
  expect(failed('pending')).toContain('$5.00 was on its way back to the card')
  expect(failed('done')).toContain('We told you that $5.00 went back to the card')
})

test.each([
  [false, 'Your bank account'],
  [true, 'Your payment app'],
])('a payout says how much is on its way and where to; by hand: %s', (isByHand, place) => {
  const words = payoutWords({ cents: 12_345, isByHand })
  expect([words.subject, words.title]).toEqual(['Your payout is on its way', '$123.45 is on its way to you'])
  expect(words.facts).toEqual([
    ['Paid out', '$123.45'],
    ['Sent to', place],
  ])
  expect(words.paragraphs[0]).toContain('We have sent $123.45 of what you earned to your')
})

describe('the one form of every mail', () => {
  test.each(kinds)('%s: what people typed is text, and every address is the configured one', (kind) => {
    const words = TEMPLATES[kind]({ ...facts, kind }, links)
    const { text, html } = renderLayout(words, { origin, firstName: evil })
    // the only picture allowed is ours
    const others = html.replace(`<img src="cid:${BROUGHT}"`, '')
    expect(others).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses)
      expect(address).toMatch(/^https:\/\/infield\.example\/[\w/]+(#token=x|\?tab=\w+(&amp;id=\w+)?)?$/)
    expect(html).not.toMatch(/\ssrc=["']?http|url\(|@import|<link/)
    expect(oneLine(words.subject)).not.toMatch(/[\r\n\u2028\u202e]/)
    // a separate line could be read as another person's words, or as a header of a reply
    expect(text).not.toMatch(/^Bcc:/m)
    expect(`${text}${html}`).not.toMatch(/[\u2028\u202e\r]/)
    for (const [label, value] of words.facts ?? []) {
      expect(text).toContain(`${label}: ${oneLine(value)}`)
      expect(html).toContain(label)
    }
    if (words.action) expect(text).toContain(`${words.action.label}: ${origin}${words.action.path}`)
  })

  test('an address in somebody’s name is none that a mail program would open', () => {
    for (const typed of ['www.evil.example', 'https://evil.example/x', 'me@evil.example'])
      expect(unlinked(typed)).not.toMatch(/:\/\/|\w[.@]\w/)
    expect(unlinked('Dr. A. 2.5')).toBe('Dr. A. 2.5')
  })
})

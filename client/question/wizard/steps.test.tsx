import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { isCountry } from '../../../sync/account/countries.ts'
import { COPY } from '../../../sync/copy.ts'
import { ANSWER_MS, LIMITS } from '../../../sync/limits.ts'
import type { HoldState } from '../../../sync/payment/amount.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { countryOptions } from '../../text/country-options.ts'
import { type AskDraft, emptyDraft, termsOf } from '../asking/ask-draft.ts'
import { checkStep } from '../asking/check-step.ts'
import { AskerStep } from './asker-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { EXAMPLES } from './prompts.ts'
import { exampleAt, QuestionStep } from './question-step.tsx'
import { ReleasedNote, SendingStatus } from './sending-status.tsx'
import { VideoChoices } from './video-choices.tsx'

const NOW = Date.UTC(2026, 10, 21)
const draftOf = (change: Partial<AskDraft> = {}): AskDraft => ({ ...emptyDraft('q'), ...change })
const facts = { terms: { priceCents: 0, promo: false, firstTime: false }, now: NOW }
const dispatch = () => {}

function questionStep(change: Partial<AskDraft> = {}): string {
  const draft = draftOf(change)
  const problems = checkStep(0, draft, facts)
  return renderToStaticMarkup(
    <QuestionStep
      {...{ draft, dispatch, problems }}
      video={<VideoChoices isDisabled={draft.text !== ''} file={null} />}
    />,
  )
}

function paymentStep(
  change: Partial<AskDraft>,
  terms: { priceCents: number | null; promo: boolean },
): string {
  const draft = draftOf(change)
  const all = termsOf(draft, terms)
  const problems = checkStep(2, draft, { ...facts, terms: all })
  return renderToStaticMarkup(
    <PaymentStep {...{ draft, dispatch, problems }} terms={all} athleteName="Mia" />,
  )
}

describe('the first step', () => {
  test('S1-2.109 S1-2.110 S1-2.111 S1-2.112 the four shortcuts, and the chosen one is the subject', () => {
    const html = questionStep({ subject: 'Injury/rehab advice' })
    const chips = [...html.matchAll(/aria-pressed="(true|false)"[^>]*>(?:<[^>]+>)*([^<]+)/g)]
    expect(chips.map(([, , label]) => label)).toEqual([
      'Review my film',
      'Injury/rehab advice',
      'Exercise tips',
      'College recruiting',
    ])
    expect(chips.map(([, pressed]) => pressed)).toEqual(['false', 'true', 'false', 'false'])
  })

  test('S1-2.113 S1-9.11 another example every 3 s, out and in again by a fade of 500 ms', () => {
    const at = (seconds: number) => exampleAt(seconds * 1_000)
    expect([at(0), at(2.4), at(2.5), at(2.9), at(3)].map(({ isShown }) => isShown)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect([at(2.9).text, at(3).text, at(6).text]).toEqual(EXAMPLES.slice(0, 3))
    expect(at(3 * EXAMPLES.length).text).toBe(EXAMPLES[0])
    // With reduced motion, which a server assumes, the first example stays and no button to pause is shown.
    const html = questionStep()
    expect(html).toContain(`placeholder="${EXAMPLES[0]}"`)
    expect(html).not.toContain('Pause the examples')
  })

  test('S1-5.13 S1-9.5 the counter follows the text in code points, as the rule counts, and says what is too much', () => {
    expect(questionStep({ text: 'Hip 🏃?' })).toContain('>6 / 500')
    // The emoji of a running woman has four code points.
    expect(questionStep({ text: 'Hip 🏃‍♀️?' })).toContain('>9 / 500')
    expect(countCharacters('Hip 🏃‍♀️?')).toBe(9)
    expect(questionStep()).toContain('>0 / 500')
    expect(questionStep({ text: 'x'.repeat(500) })).not.toContain('too many')
    expect(questionStep({ text: 'x'.repeat(12) })).toContain('>12 / 500')
    expect(questionStep({ text: 'x'.repeat(503) })).toContain('3 characters too many')
  })

  test('S1-5.10 S1-9.4 D6 recording and a file in one step, each with its length; a text closes both', () => {
    const open = questionStep()
    expect(open).toContain('Maximum 20 seconds')
    expect(open).toContain('up to 300 seconds')
    expect(open).toContain('Record a video')
    expect(questionStep({ text: 'words' })).toMatch(
      /disabled=""[^>]*>(?:<(?!\/button)[^>]+>|[^<])*Record a video/,
    )
  })
})

describe('the third step', () => {
  test('S1-5.20 S1-9.6 S1-4.13 without a price: nothing, $5, $10 or an amount of one’s own', () => {
    const html = paymentStep({}, { priceCents: null, promo: false })
    const tips = [...html.matchAll(/type="radio"[^>]*value="([^"]+)"/g)].map(([, value]) => value)
    expect(tips).toEqual(['none', 'preset-0', 'preset-1', 'custom'])
    expect(html).toMatch(/\$5<.*\$10</)
    const own = paymentStep({ offer: 'custom', typedAmount: '4.99' }, { priceCents: 0, promo: false })
    expect(own).toContain('Minimum of $5.')
    expect(own).toContain('inputMode="decimal"')
  })

  test('S1-4.9 S1-4.12 D19 with one, the price and a tick; for a first question to a promo athlete neither', () => {
    const priced = paymentStep({}, { priceCents: 2_500, promo: false })
    expect(priced).toMatch(/\$25.*type="checkbox"/)
    expect(priced).toContain('$25, in US dollars, is set aside on your card when you send the question.')
    // an answer that is still made ready for every device is charged before it can be watched
    expect(priced).toContain('Only when Mia’s answer has arrived.')
    const first = paymentStep({ firstTime: true }, { priceCents: 2_500, promo: true })
    expect(first).toContain('Your first question to Mia is free.')
    expect(first).not.toContain('$25')
    expect(paymentStep({ firstTime: false }, { priceCents: 2_500, promo: true })).toContain('$25')
  })
})

test('what stands large is what would be held, and the price while an offer cannot be made', () => {
  const priced = { priceCents: 1_500, promo: false }
  const large = (change: Partial<AskDraft>) => /text-4xl">([^<]+)</.exec(paymentStep(change, priced))?.[1]
  expect(large({})).toBe('$15')
  expect(large({ offer: 'more', typedAmount: '20.50' })).toBe('$20.50')
  expect(large({ offer: 'more', typedAmount: '3' })).toBe('$15')
})

test('from the second question on, a promo athlete’s price is explained', () => {
  const promo = { priceCents: 2_500, promo: true }
  expect(paymentStep({ firstTime: false }, promo)).toContain('Only your first question to Mia was free.')
  expect(paymentStep({}, { ...promo, promo: false })).not.toContain('first question')
})

describe('D104 who sees what of an asker', () => {
  const step = (birthDate: string) =>
    renderToStaticMarkup(
      <AskerStep
        asker={{ ...emptyDraft('q').asker, birthDate }}
        athleteName="Mia"
        dispatch={dispatch}
        problems={{}}
      />,
    )
  const year = new Date().getUTCFullYear()
  test('of a minor the country, and neither age nor city; a guardian is spoken of, free or not', () => {
    const minor = step(`${year - 16}-01-01`)
    expect(minor).toMatch(/the first letter of your last name, your country and that you are under 18/)
    expect(minor).toMatch(/ask a parent or guardian before you send your question, even if it is free/)
  })
  test('of everybody else age and place', () => {
    for (const birthDate of [`${year - 30}-01-01`, '', `${year - 5}-01-01`]) {
      expect(step(birthDate)).toMatch(/your age and where you live/)
      expect(step(birthDate)).not.toContain('guardian')
    }
  })
})

test('while it is prepared, a free question speaks of no payment', () => {
  const said = (isPaid: boolean) =>
    renderToStaticMarkup(<SendingStatus stage={{ at: 'preparing' }} takeId={null} isPaid={isPaid} />)
  expect(said(true)).toContain('Setting up the payment')
  expect(said(false)).toContain('Sending your question')
})

test('S1-3.14 D78 about 250 countries with their two-letter codes, sorted by name', () => {
  const countries = countryOptions()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
  expect(countries.map(({ value }) => value).toSorted()).toEqual(codes)
  expect(countries).toHaveLength(250)
  expect(countries.every(({ value }) => /^[A-Z]{2}$/.test(value))).toBe(true)
  expect(new Set(countries.map(({ value }) => value)).size).toBe(250)
  expect(countries.filter(({ value, label }) => value === label)).toEqual([])
  const names = countries.map(({ label }) => label)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
  expect(countries.find(({ value }) => value === 'NO')?.label).toBe('Norway')
})

test('S1-9.1 S1-9.2 S1-9.3 S1-9.4 S1-9.5 S1-9.6 the numbers the wizard goes by', () => {
  expect(ANSWER_MS).toBe(72 * 3_600_000)
  expect(COPY.submittedBody).toContain('within 3 days')
  expect(LIMITS).toMatchObject({
    minimumAgeYears: 15,
    videoBytes: 100 * 1_024 * 1_024,
    questionRecordingMs: 20_000,
    questionFileMs: 300_000,
    textCharacters: 500,
    leastQuestionCents: 500,
    presetTipsCents: [500, 1_000],
  })
})

test('D31 a hold is called released only once the provider has confirmed it', () => {
  const said = (hold: HoldState, reason: string | null = null) =>
    renderToStaticMarkup(
      <ReleasedNote
        stage={{ at: 'released', reason, hold }}
        amountCents={2_500}
        onTakeBack={async () => {}}
      />,
    )
  expect(said('released')).toContain('The hold of $25 is released. Nothing was charged.')
  for (const hold of ['releasing', 'held'] as const)
    expect(said(hold)).toContain('$25 is still held; its release is under way. Nothing was charged.')
  for (const hold of ['none', 'pending', 'lapsed'] as const) {
    expect(said(hold)).toContain('Nothing was charged.')
    expect(said(hold)).not.toMatch(/held|release/)
  }
  expect(said('captured', 'charge-stands')).toContain('$25 was charged. Our team has been told')
  expect(said('captured', 'charge-stands')).not.toMatch(/Nothing was charged|held|release/)
  expect(said('releasing', 'approved-in-part')).not.toContain('released')
})

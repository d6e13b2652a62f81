import type { RefusalCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { PreparedAsk } from '../question/ask.ts'

/** An ask that breaks one rule: the change to an otherwise valid ask, and the server's refusal. */
export type RefusedAsk = {
  /** The rule's id, and how the ask breaks it. */
  rule: string
  code: RefusalCode
  change?: Partial<Omit<PreparedAsk, 'asker' | 'video' | 'discountCode'>>
  asker?: Partial<PreparedAsk['asker']>
  video?: Partial<NonNullable<PreparedAsk['video']>>
  /** Asks an athlete without a price instead of one who charges $15. */
  isFree?: true
}

const long = (characters: number) => 'x'.repeat(characters + 1)

/**
 * Every rule of the wizard and the request page, for the tests of both sides that enforce them (S1-5,
 * S2-5.24–5.35).
 */
export const REFUSED_ASKS: readonly RefusedAsk[] = [
  { rule: 'S1-5.5 no subject', code: 'bad-shape', change: { subject: ' ' } },
  { rule: 'S2-5.27 a long subject', code: 'bad-shape', change: { subject: long(LIMITS.subjectCharacters) } },
  { rule: 'S1-5.6 S2-5.25 neither text nor video', code: 'nothing-asked', change: { text: '' } },
  { rule: 'S1-5.12 a long text', code: 'bad-shape', change: { text: long(LIMITS.textCharacters) } },
  { rule: 'S1-5.14 no first name', code: 'bad-shape', asker: { firstName: '' } },
  { rule: 'S1-5.14 no last name', code: 'bad-shape', asker: { lastName: ' ' } },
  { rule: 'S1-5.14 no date of birth', code: 'bad-shape', asker: { birthDate: '' } },
  { rule: 'S1-5.14 no country', code: 'bad-shape', asker: { countryCode: '' } },
  { rule: 'S1-5.14 no city', code: 'bad-shape', asker: { city: '' } },
  { rule: 'S1-5.14 no email', code: 'bad-shape', asker: { email: '' } },
  { rule: 'S2-5.27 a long first name', code: 'bad-shape', asker: { firstName: long(LIMITS.nameCharacters) } },
  { rule: 'S2-5.27 a long last name', code: 'bad-shape', asker: { lastName: long(LIMITS.nameCharacters) } },
  { rule: 'S2-5.27 a long city', code: 'bad-shape', asker: { city: long(LIMITS.cityCharacters) } },
  {
    rule: 'S2-5.27 a long email',
    code: 'bad-shape',
    asker: { email: `${long(LIMITS.emailCharacters)}@fan.test` },
  },
  { rule: 'S1-5.2 no email address', code: 'bad-shape', asker: { email: 'ada@home' } },
  { rule: 'S1-5.15 under 15', code: 'under-age', asker: { birthDate: '2020-01-01' } },
  { rule: 'S1-5.16 born tomorrow', code: 'bad-birth-date', asker: { birthDate: '2999-01-01' } },
  { rule: 'S2-5.28 born before 1900', code: 'bad-birth-date', asker: { birthDate: '1899-12-31' } },
  { rule: 'S1-5.14 a country that is none', code: 'unknown-country', asker: { countryCode: 'ZZ' } },
  { rule: 'S2-5.26 S2-5.35 below the price', code: 'amount-below-price', change: { amountCents: 1_499 } },
  {
    rule: 'S1-5.18 a tip below $5',
    code: 'amount-below-minimum',
    change: { amountCents: 499 },
    isFree: true,
  },
  { rule: 'S1-5.7 no video type', code: 'bad-shape', video: { type: 'video/avi' as 'video/mp4' } },
  { rule: 'S1-5.8 S2-5.31 over 100 MB', code: 'video-size', video: { bytes: LIMITS.videoBytes + 1 } },
  { rule: 'S1-5.9 a file over 300 s', code: 'video-too-long', video: { durationMs: 301_000 } },
  {
    rule: 'S2-5.32 a file over 20 s on the request page',
    code: 'video-too-long',
    change: { page: 'request' },
    video: { durationMs: 21_000 },
  },
]

import type { Moment } from '../moment.ts'
import { type Infer, line, z } from '../shape.ts'

/**
 * Where the provider pays to from the United States: there, and across the border under its agreement for recipients. Of
 * the countries an athlete may reside in the others are paid by hand, and are told so (D37).
 */
const BY_TRANSFER =
  'AT BE BG CA HR CY CZ DK EE FI FR DE GR HU IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE CH GB US'.split(
    ' ',
  )

/** How an athlete of a country can be paid: through an account at the provider, or by hand alone. */
export function payoutRoute(countryCode: string): 'transfer' | 'manual' {
  return BY_TRANSFER.includes(countryCode) ? 'transfer' : 'manual'
}

/**
 * How far an account at the provider is. `restricted`: the provider wants more before it pays; `disconnected`: our access
 * was taken away; `refused`: it opens none in that country.
 */
export type PayoutAccountState = 'unfinished' | 'ready' | 'restricted' | 'disconnected' | 'refused'

/** How an athlete is set up to be paid; `manual`: paid by hand, because of the country. Theirs alone to see. */
export type PayoutSetup = {
  state: PayoutAccountState | 'none' | 'manual'
  countryCode: string
  /** What is to change, and does not count yet; a device may have kept this from before there was such a thing. */
  waiting?: WaitingChange[]
}

/** To another handle (null: to direct deposits), or to what is set up at the provider meanwhile; from this moment on. */
export type WaitingChange = { kind: 'handle' | 'deposits'; handle: string | null; from: Moment }

/** How far an athlete of a country is set up. */
export function payoutSetup(
  countryCode: string,
  account: PayoutAccountState | null,
  waiting: WaitingChange[] = [],
): PayoutSetup {
  const isOpen = account === 'ready' || account === 'restricted' || account === 'unfinished'
  if (!isOpen && payoutRoute(countryCode) === 'manual') return { state: 'manual', countryCode, waiting }
  return { state: account ?? 'none', countryCode, waiting }
}

/** create-stripe-account-link: the documented names; the server knows country and address itself (S2-7.8, D107). */
export const accountLinkCall = z.object({
  country_code: z.string().check(z.maxLength(60)),
  email: z.string().check(z.maxLength(320)),
})
export type AccountLinkCall = Infer<typeof accountLinkCall>
export type AccountLinkAnswer = { url: string }

/** Where an athlete is paid by hand, as they write it: the payment app and their name there. */
export const PAYOUT_HANDLE_CHARACTERS = 80

/** payout-handle: where an athlete wants to be paid by hand, or null for direct deposits; answered with the `PayoutSetup`. */
export const payoutHandleCall = z.strictObject({ handle: z.nullable(line(PAYOUT_HANDLE_CHARACTERS)) })

/** stop-payout-change: the token of the mail that told of it. */
export const stopPayoutChangeCall = z.strictObject({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})

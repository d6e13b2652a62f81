import type { Moment } from '../moment.ts'
import { type Infer, line, z } from '../shape.ts'

/**
 * The countries that the provider pays to from the United States, at home or across the border. Athletes in other permitted countries are paid by hand, and are told so (D37).
 */
const BY_TRANSFER =
  'AT BE BG CA HR CY CZ DK EE FI FR DE GR HU IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE CH GB US'.split(
    ' ',
  )

/** Returns how an athlete in a country can be paid: through an account at the provider, or only by hand. */
export function payoutRoute(countryCode: string): 'transfer' | 'manual' {
  return BY_TRANSFER.includes(countryCode) ? 'transfer' : 'manual'
}

/**
 * The state of an account at the provider. `restricted`: the provider needs more information before it pays;
 * `disconnected`: our access was removed; `refused`: the provider opens no account in that country.
 */
export type PayoutAccountState = 'unfinished' | 'ready' | 'restricted' | 'disconnected' | 'refused'

/** How an athlete is set up to be paid, visible only to them; `manual`: paid by hand, because of the country. */
export type PayoutSetup = {
  state: PayoutAccountState | 'none' | 'manual'
  countryCode: string
  /** Changes that have not taken effect yet; missing in a copy that a device stored before this field existed. */
  waiting?: WaitingChange[]
}

/**
 * A change to another handle (null: to direct deposits), or to an account that was set up at the provider; it
 * takes effect at `from`.
 */
export type WaitingChange = { kind: 'handle' | 'deposits'; handle: string | null; from: Moment }

/** Returns whether an account is open at the provider, also where its owner has moved to a country paid by hand. */
export function isAccountOpen(account: PayoutAccountState | null): boolean {
  return account === 'ready' || account === 'restricted' || account === 'unfinished'
}

/** Returns the payout set-up of an athlete in a country. */
export function payoutSetup(
  countryCode: string,
  account: PayoutAccountState | null,
  waiting: WaitingChange[] = [],
): PayoutSetup {
  if (!isAccountOpen(account) && payoutRoute(countryCode) === 'manual')
    return { state: 'manual', countryCode, waiting }
  return { state: account ?? 'none', countryCode, waiting }
}

/**
 * The `create-stripe-account-link` call, with the documented names; the server looks up country and address
 * itself (S2-7.8, D107).
 */
export const accountLinkCall = z.object({
  country_code: z.string().check(z.maxLength(60)),
  email: z.string().check(z.maxLength(320)),
})
export type AccountLinkCall = Infer<typeof accountLinkCall>
export type AccountLinkAnswer = { url: string }

/** How long a payout handle may be: the payment app and the athlete's name there, as free text. */
export const PAYOUT_HANDLE_CHARACTERS = 80

/**
 * The `payout-handle` call: where an athlete wants to be paid by hand, or null for direct deposits. Its answer is
 * the `PayoutSetup`.
 */
export const payoutHandleCall = z.strictObject({ handle: z.nullable(line(PAYOUT_HANDLE_CHARACTERS)) })

/** The `stop-payout-change` call: the token from the mail that announced the change. */
export const stopPayoutChangeCall = z.strictObject({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})
/** Its answer: `unchanged`: payouts go where they went; `stopped`: nothing is paid until the athlete chooses a way. */
export type StoppedChange = { payouts: 'unchanged' | 'by-hand' | 'stopped' }

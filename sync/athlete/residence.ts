/** The countries an athlete may reside in for tax purposes, as ISO 3166-1 alpha-2 codes (S2-3.14, D37, D78). */
export const RESIDENCE_CODES: readonly string[] =
  'AU AT BE BG CA HR CY CZ DK EE FI FR DE GI GR HK HU IE IT JP LV LI LT LU MT MX NL NZ NO PL PT RO SG SK SI ZA ES SE CH TH AE GB US'.split(
    ' ',
  )

/** Checks whether an athlete may reside in the country of a code. */
export function isResidence(code: string): boolean {
  return RESIDENCE_CODES.includes(code)
}

/** Where a mailed link leads; its token stands behind the `#`, which browsers send to nobody. */
export const MAILED_LINKS = {
  'password-reset': '/passwordreset',
  'sign-in-link': '/signin',
  'fan-join': '/fanjoin',
  'athlete-join': '/athletejoin',
  'mine-link': '/mydata',
  leaving: '/keepaccount',
  'payout-change': '/stoppayout',
  'team-invite': '/setup',
  'email-change-old': '/confirmemail',
  'email-change-new': '/confirmemail',
} as const

/** Where the owner of an address says whether a question is theirs. */
export const CLAIM_PATH = '/wasthisyou'

/** The token of an address a mailed link has opened; null where there is none. */
export function tokenOfHash(hash: string): string | null {
  return /^#token=([A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null
}

/** The path of each kind of mailed link. The token follows the `#`, because browsers send that part to no server. */
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

/** The path where the owner of an address says whether a question is theirs. */
export const CLAIM_PATH = '/wasthisyou'

/** Returns the token in the hash of a mailed link's address; null where the hash holds none. */
export function tokenOfHash(hash: string): string | null {
  return /^#token=([A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null
}

import { normaliseEmail } from '../../sync/account/asker.ts'
import type { Work } from '../work.ts'

type Party = { athleteId: string; personId: string | null; email: string }

/**
 * Whether whoever asks is the athlete themselves: by the account, or by an address, however it is written. Asking, rating
 * and tipping oneself is nobody's business, through whichever door.
 */
export async function isOneself(
  { tx }: Pick<Work, 'tx'>,
  { athleteId, personId, email }: Party,
): Promise<boolean> {
  if (athleteId === personId) return true
  const known = await tx<{ id: string; email: string }[]>`
    select id, email from person where id = ${athleteId} or id = ${personId}`
  const [own, others] = [
    known.filter(({ id }) => id === athleteId),
    known.filter(({ id }) => id !== athleteId),
  ]
  const addresses = [email, ...others.map((each) => each.email)].filter(Boolean).map(normaliseEmail)
  return own.some((athlete) => addresses.includes(normaliseEmail(athlete.email)))
}

import type { Thing, ThingKind } from '../../../sync/desk/things.ts'
import type { DeskPart } from '../desk-parts.ts'

/** The name of each kind of thing. */
export const THING_NAMES: Record<ThingKind, string> = {
  question: 'Request',
  answer: 'Answer',
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  payout: 'Payout',
  athlete: 'Athlete',
  member: 'Team',
  fan: 'Fan',
  code: 'Code',
  block: 'Blocked address',
  feedback: 'Feedback',
  contact: 'Message',
  application: 'Application',
  rating: 'Rating',
  picture: 'Picture',
  invite: 'Invitation',
  mail: 'Mail',
  push: 'Push message',
}

/** The place where the desk shows a thing: the part and, where needed, the id of the entry. */
export type Place = { tab: DeskPart; id?: string; way?: 'push' }

/** Returns the first place of a thing that is in one of the given parts, or null if no such place exists. */
export function placeOf({ kind, id, questionId, personId }: Thing, parts: readonly DeskPart[]): Place | null {
  const request: (Place | null)[] = [questionId ? { tab: 'requests', id: questionId } : null]
  const person: Place[] = personId ? [{ tab: 'messages', id: personId }] : []
  const places: Record<ThingKind, (Place | null)[]> = {
    question: request,
    answer: request,
    payment: [...request, { tab: 'money' }],
    refund: [...request, { tab: 'money' }],
    dispute: [...request, { tab: 'money' }],
    payout: [{ tab: 'money' }],
    athlete: personId ? [{ tab: 'athletes', id: personId }] : [],
    member: [{ tab: 'team' }],
    fan: person,
    code: [{ tab: 'codes' }],
    block: [{ tab: 'blocked' }],
    feedback: [{ tab: 'feedback', id }],
    contact: [{ tab: 'contact', id }],
    application: [{ tab: 'application', id }],
    rating: [{ tab: 'survey', id }],
    picture: [{ tab: 'pictures' }],
    invite: [{ tab: 'team' }],
    mail: [{ tab: 'messages', id }],
    push: [{ tab: 'messages', id, way: 'push' }],
  }
  return places[kind].find((place) => place !== null && parts.includes(place.tab)) ?? null
}

/** Readable names for the kinds of messages whose internal name would tell an admin nothing. */
const SPOKEN: Record<string, string> = {
  'ask-received': 'Request received',
  'ask-readdressed': 'Address corrected',
  'ask-released': 'Request not taken in',
  'desk-first': 'First request to screen',
  'desk-ending': 'Time to screen runs out',
  'charge-stands': 'Charge without an answer',
  'fan-join': 'Sign-up of a fan',
  'athlete-join': 'Sign-up of an athlete',
  'mine-link': 'Link to own data',
  'lost-links': 'Lost links',
  'password-tried': 'Wrong passwords tried',
  leaving: 'Account is being deleted',
}

/** Returns the readable name of a kind of message: `question-approved` becomes "Question approved". */
export function spokenKind(kind: string): string {
  const known = SPOKEN[kind]
  if (known) return known
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the name of a thing as the desk shows it; what has no name is called by its kind. */
export function nameOfThing({ kind, name }: Thing): string {
  if (kind === 'mail' || kind === 'push') return `${THING_NAMES[kind]} “${spokenKind(name)}”`
  const isQuoted = ['question', 'answer', 'payment', 'refund', 'dispute', 'contact'].includes(kind)
  return isQuoted ? `“${name || 'N/A'}”` : name || THING_NAMES[kind]
}

/** Checks whether the typed text is an id of this product or of the payment provider: `pi_…`, `ch_…`, `re_…`. */
export function isId(typed: string): boolean {
  return /^([0-9a-f]{8}-[0-9a-f-]{27}|[a-z]{2,5}_[A-Za-z0-9_]{6,})$/i.test(typed.trim())
}

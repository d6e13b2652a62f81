import type { Asker } from '../../sync/account/asker.ts'
import { NOBODY } from '../../sync/account/mine.ts'
import type { HoldState } from '../../sync/payment/amount.ts'
import type { Queryable } from '../db/sql.ts'
import type { MailKind } from './enqueue.ts'
import { takenOffColumn } from './taken-off.ts'

/** The facts that a mail may mention, read from the database when it is sent and never from a client (D106). */
export type MailFacts = {
  id: string
  kind: MailKind
  data: Record<string, string>
  /** Whether the mail goes to the asker, the only one who may get the private link (D41). */
  isToAsker: boolean
  recipient: { name: string; address: string; firstName: string }
  subject: string
  athlete: { name: string; firstName: string; username: string }
  asker: { firstName: string }
  /** Whether the asker was erased, and has no name that a mail could tell. */
  isAskerErased: boolean
  amountCents: number
  /** How much a discount code took off the price; null when none lowered it. */
  takenOffCents: number | null
  hold: HoldState
  dueAt: Date | null
  graceEndsAt: Date | null
  screeningEndsAt: Date | null
  payAgainUntil: Date | null
  /** Whether an answer waits until its fan pays for it again, and they still may. */
  mayPayAgain: boolean
  adminNote: string | null
  athleteNote: string | null
  questionId: string | null
  /** Whether the athlete's devices have the question, so that a link to it opens something. */
  isSeenByAthlete: boolean
  /** The video of the answer, once it is delivered. */
  answerVideoId: string | null
  linkGeneration: number
  /** The reader's time zone; null when it is unknown. */
  zone: string | null
  /** Whether the owner of the address has not yet settled if this question is theirs. */
  isClaim: boolean
  /** A still of the answer, as a JPEG. */
  poster: Buffer | null
}

type Row = Omit<MailFacts, 'poster' | 'recipient' | 'athlete' | 'asker' | 'isAskerErased'> & {
  personFirstName: string | null
  personLastName: string | null
  personEmail: string | null
  athleteFirstName: string
  athleteLastName: string
  athleteUsername: string
  asker: Asker
  accountEmail: string | null
}

/**
 * Returns the facts of a mail about a question or ask; null when there is none or, for `unsent`, when it was
 * already sent.
 */
export async function mailFacts(
  sql: Queryable,
  mailId: string,
  which: 'unsent' | 'any' = 'unsent',
): Promise<MailFacts | null> {
  const [row] = await sql<Row[]>`
    select m.id, m.kind, m.data, m.person_id is null as "isToAsker",
      p.first_name as "personFirstName", p.last_name as "personLastName", p.email as "personEmail",
      coalesce(q.subject, k.subject) as subject, coalesce(q.asker, k.asker) as asker,
      a.first_name as "athleteFirstName", a.last_name as "athleteLastName", coalesce(a.username, '') as "athleteUsername",
      coalesce(q.amount_cents, k.amount_cents) as "amountCents",
      ${takenOffColumn(sql, sql`coalesce(q.id, k.id)`, sql`coalesce(q.amount_cents, k.amount_cents)`)} as "takenOffCents",
      coalesce((select state from hold h where h.ask_id = coalesce(q.id, k.id) order by attempt desc limit 1), 'none') as hold,
      q.due_at as "dueAt", q.grace_ends_at as "graceEndsAt", q.screening_ends_at as "screeningEndsAt",
      q.pay_again_until as "payAgainUntil", coalesce(q.status = 'approved' and q.pay_again_until > app_now() and not exists (
        select from hold h where h.ask_id = q.id and h.state in ('held', 'capturing', 'captured')), false) as "mayPayAgain",
      (select an.media_id from answer an where an.question_id = q.id and an.state = 'delivered') as "answerVideoId",
      q.admin_note as "adminNote", q.athlete_note as "athleteNote", q.id as "questionId",
      exists (select from audience s where s.collection = 'questions' and s.id = q.id and s.reader = q.athlete_id) as "isSeenByAthlete",
      coalesce(q.link_generation, 1) as "linkGeneration", q.claim_hash is not null as "isClaim",
      case when m.person_id is null then coalesce(fan.zone, asked.zone) else p.zone end as zone,
      case when fan.auth_id is not null then fan.email end as "accountEmail"
    from mail m left join question q on q.id = m.question_id left join prepared_ask k on k.id = m.ask_id
    left join prepared_ask asked on asked.id = coalesce(m.question_id, m.ask_id)
    left join person p on p.id = m.person_id left join person fan on fan.id = coalesce(q.fan_id, k.person_id)
    join person a on a.id = coalesce(q.athlete_id, k.athlete_id)
    where m.id = ${mailId} ${which === 'unsent' ? sql`and m.sent_at is null` : sql``}`
  if (!row) return null
  const {
    personFirstName,
    personLastName,
    personEmail,
    athleteFirstName,
    athleteLastName,
    athleteUsername,
    asker,
    accountEmail,
    ...rest
  } = row
  const firstName = personFirstName ?? asker.firstName
  return {
    ...rest,
    poster: null,
    recipient: {
      firstName,
      name: `${firstName} ${personLastName ?? asker.lastName}`,
      // mails about an account's question go to the account's current address
      address: personEmail ?? accountEmail ?? asker.email,
    },
    athlete: {
      firstName: athleteFirstName,
      name: `${athleteFirstName} ${athleteLastName}`,
      username: athleteUsername,
    },
    asker: { firstName: asker.firstName },
    isAskerErased: isNobody(asker),
  }
}

/** Returns whether the asker is the one that an erasure left; a disowned question has its name still. */
const isNobody = ({ firstName, lastName, email }: Asker) =>
  firstName === NOBODY.firstName && lastName === NOBODY.lastName && email === ''

/**
 * The mails that say "released". They wait until the payment provider confirms the release (D31); the settled hold
 * orders them again. After ten minutes they are sent anyway and say that the release is under way.
 */
export const SPEAKS_OF_RELEASE = new Set<MailKind>([
  'ask-released',
  'question-rejected',
  'question-declined',
  'question-expired',
  'athlete-left',
  'screening-expired',
  'question-cancelled',
])

/** Why an ask was released, in words that follow “because”. */
export const RELEASED_WHY: Record<string, string> = {
  'video-unreadable': 'we could not read its video',
  'video-not-there': 'its video never arrived',
  'card-not-held': 'nothing is held on a card for it',
  'asker-left': 'you asked us to delete what we have about you',
  'athlete-unavailable': 'the athlete does not take questions at the moment',
  'price-changed': 'the free first question had already been used',
  'approved-in-part': 'your bank approved only part of the amount',
  'own-card': 'the card is one that the athlete pays with',
  'charge-stands': 'a card was charged for it before it was in',
  'own-question': 'you cannot ask yourself',
  'discount-gone': 'your discount code was used up in the meantime',
}

import type { Asker } from '../../sync/account/asker.ts'
import type { HoldState } from '../../sync/payment/amount.ts'
import type { Sql } from '../db/sql.ts'
import type { MailKind } from './enqueue.ts'
import { takenOffColumn } from './taken-off.ts'

/** Everything a mail may speak of, read from the database when it is sent: never from a client (D106). */
export type MailFacts = {
  id: string
  kind: MailKind
  data: Record<string, string>
  recipient: { name: string; address: string; firstName: string }
  subject: string
  athlete: { name: string; firstName: string; username: string }
  asker: { firstName: string }
  amountCents: number
  /** What a discount code took off the price; null where none lowered it. */
  takenOffCents: number | null
  hold: HoldState
  dueAt: Date | null
  graceEndsAt: Date | null
  screeningEndsAt: Date | null
  adminNote: string | null
  athleteNote: string | null
  questionId: string | null
  /** The video of the answer, once it was delivered. */
  answerVideoId: string | null
  linkGeneration: number
  /** In which zone its reader tells the time; null where that is not known. */
  zone: string | null
  /** Its address has not said yet whether it asked this. */
  isClaim: boolean
  /** What is seen in the answer, as a JPEG. */
  poster: Buffer | null
}

type Row = Omit<MailFacts, 'poster' | 'recipient' | 'athlete' | 'asker'> & {
  personFirstName: string | null
  personLastName: string | null
  personEmail: string | null
  athleteFirstName: string
  athleteLastName: string
  athleteUsername: string
  asker: Asker
  accountEmail: string | null
}

/** The facts of a mail about a request; of an `unsent` one null when it was sent, else null where there is none. */
export async function mailFacts(
  sql: Sql,
  mailId: string,
  which: 'unsent' | 'any' = 'unsent',
): Promise<MailFacts | null> {
  const [row] = await sql<Row[]>`
    select m.id, m.kind, m.data, p.first_name as "personFirstName", p.last_name as "personLastName", p.email as "personEmail",
      coalesce(q.subject, k.subject) as subject, coalesce(q.asker, k.asker) as asker,
      a.first_name as "athleteFirstName", a.last_name as "athleteLastName", a.username as "athleteUsername",
      coalesce(q.amount_cents, k.amount_cents) as "amountCents",
      ${takenOffColumn(sql, sql`coalesce(q.id, k.id)`, sql`coalesce(q.amount_cents, k.amount_cents)`)} as "takenOffCents",
      coalesce((select state from hold h where h.ask_id = coalesce(q.id, k.id) order by attempt desc limit 1), 'none') as hold,
      q.due_at as "dueAt", q.grace_ends_at as "graceEndsAt", q.screening_ends_at as "screeningEndsAt",
      (select an.media_id from answer an where an.question_id = q.id and an.state = 'delivered') as "answerVideoId",
      q.admin_note as "adminNote", q.athlete_note as "athleteNote", q.id as "questionId",
      coalesce(q.link_generation, 1) as "linkGeneration", q.claim_hash is not null as "isClaim",
      case when m.person_id is null then fan.zone else p.zone end as zone,
      case when fan.auth_id is not null then fan.email end as "accountEmail"
    from mail m left join question q on q.id = m.question_id left join prepared_ask k on k.id = m.ask_id
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
      // what an account asked is told to the account, whatever its address was then
      address: personEmail ?? accountEmail ?? asker.email,
    },
    athlete: {
      firstName: athleteFirstName,
      name: `${athleteFirstName} ${athleteLastName}`,
      username: athleteUsername,
    },
    asker: { firstName: asker.firstName },
  }
}

/**
 * Mails that say "released" wait until the payment provider confirmed it (D31): the settled hold orders them again.
 * But not for ever: after ten minutes they say that the release is under way.
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

/** Why an ask came to nothing, in words that follow “because”. */
export const RELEASED_WHY: Record<string, string> = {
  'video-unreadable': 'we could not read its video',
  'video-not-there': 'its video never arrived',
  'card-not-held': 'nothing is held on a card for it',
  'asker-left': 'you asked us to delete what we have about you',
  'athlete-unavailable': 'the athlete does not take questions at the moment',
  'price-changed': 'the free first question had already been used',
  'approved-in-part': 'your bank approved only part of the amount',
  'own-card': 'the card is one that the athlete pays with',
  'own-question': 'you cannot ask yourself',
  'discount-gone': 'your discount code was used up in the meantime',
}

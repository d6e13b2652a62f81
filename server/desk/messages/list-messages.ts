import type { MessageWay } from '../../../sync/desk/message-again.ts'
import type { DeskMessage, MessagesAnswer, MessagesCall } from '../../../sync/desk/messages.ts'
import type { Caller } from '../../../sync/roles.ts'
import { id as uuid } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { comesAfter, firstOf } from '../../db/pages.ts'
import type { Sql } from '../../db/sql.ts'
import { ownAddress, ownAddressRows } from '../../notify/own-address.ts'
import { thingsById } from '../found/name-things.ts'

const PAGE = 50

type Row = Omit<DeskMessage, 'about' | 'orderedAt' | 'sentAt' | 'receivedAt'> & {
  aboutId: string | null
  orderedAt: Date
  sentAt: Date | null
  receivedAt: Date | null
}

/** Returns a page of mails or push messages, newest first: kind, recipient and state, but no text. */
export async function listMessages(
  { sql, clock }: Context,
  caller: Caller,
  { way, state, of, after }: MessagesCall,
): Promise<MessagesAnswer> {
  const now = (await clock.now()).getTime()
  const rows = await sql<Row[]>`
    ${messageRows(sql, way)} where true ${of === null ? sql`` : sql`and m.id in (${idsOf(sql, way, of)})`}
      ${state === null ? sql`` : isIn(sql, way, state)}
      ${after === null ? sql`` : sql`and ${comesAfter(sql, { table: TABLES[way], as: 'm', by: 'created_at' }, after)}`}
    order by m.created_at desc, m.id desc limit ${PAGE + 1}`
  const { shown, more } = firstOf(rows, PAGE)
  return { messages: await told(sql, caller, shown), more, now }
}

/** Returns one message; null where it does not exist. */
export async function findMessage(
  { sql }: Context,
  caller: Caller,
  { way, id }: { way: MessageWay; id: string },
): Promise<DeskMessage | null> {
  const rows = await sql<Row[]>`${messageRows(sql, way)} where m.id = ${id}`
  const [message] = await told(sql, caller, rows)
  return message ?? null
}

async function told(sql: Sql, caller: Caller, rows: readonly Row[]): Promise<DeskMessage[]> {
  const things = await thingsById(
    sql,
    caller,
    rows.map(({ aboutId }) => aboutId),
  )
  return rows.map(({ aboutId, ...row }) => ({
    ...row,
    about: (aboutId && things.get(aboutId)) || null,
    orderedAt: row.orderedAt.getTime(),
    sentAt: row.sentAt?.getTime() ?? null,
    receivedAt: row.receivedAt?.getTime() ?? null,
  }))
}

const TABLES: Record<MessageWay, string> = { mail: 'mail', push: 'push_message' }
const tableOf = (sql: Sql, way: MessageWay) => sql(TABLES[way])

const messageRows = (sql: Sql, way: MessageWay) =>
  way === 'mail'
    ? sql`
      select m.id::text, 'mail' as way, m.kind, coalesce(p.first_name || ' ' || p.last_name, ${askerName(sql)}, ${ownAddress(sql)},
          case when m.question_id is not null or m.ask_id is not null or lost.id is not null
            or m.data ?| array['joinId', 'addressIn'] then '' end) as "to",
        coalesce(m.question_id, m.person_id)::text as "aboutId", m.tries, m.error, m.created_at as "orderedAt",
        null as "receivedAt", ${stateOf(sql)}
      from mail m left join person p on p.id = m.person_id left join question q on q.id = m.question_id
      left join prepared_ask k on k.id = m.ask_id left join stuck_mail s on s.id = m.id ${drop(sql)}
      ${lostQuestion(sql)} ${ownAddressRows(sql)}`
    : sql`
      select m.id::text, 'push' as way, m.kind, p.first_name || ' ' || p.last_name as "to",
        coalesce(m.question_id, m.person_id)::text as "aboutId", m.tries, m.error, m.created_at as "orderedAt",
        m.received_at as "receivedAt", ${stateOf(sql)}
      from push_message m join person p on p.id = m.person_id left join stuck_push s on s.id = m.id ${drop(sql)}`

/** The state of a message, and when it was sent or why it was not. */
const stateOf = (sql: Sql) => sql`
  case when m.not_sent_because is null then m.sent_at end as "sentAt",
  case when m.sent_at is null and dropped.id is not null then 'dropped' else m.not_sent_because end as "notSentBecause",
  case when m.not_sent_because is not null then 'not-sent' when m.sent_at is not null then 'sent'
    when dropped.id is not null then 'not-sent' when s.id is not null then 'stuck' else 'waiting' end as state`

/** Finds that an admin gave the message up. */
const drop = (sql: Sql) => sql`left join dropped_trouble dropped on dropped.id = m.id`

/** The name that the asker typed into the question of a mail. */
const askerName = (sql: Sql) => {
  const asker = sql`coalesce(q.asker, k.asker, lost.asker)`
  return sql`nullif(concat_ws(' ', ${asker} ->> 'firstName', ${asker} ->> 'lastName'), '')`
}

/** A mail of lost links names one of the address's questions. */
const lostQuestion = (sql: Sql) => sql`
  left join question lost on lost.id = case when m.kind = 'lost-links' then (m.data ->> 'of')::uuid end`

function isIn(sql: Sql, way: MessageWay, state: DeskMessage['state']) {
  const stuck = way === 'mail' ? sql`stuck_mail` : sql`stuck_push`
  const isDropped = sql`m.sent_at is null and dropped.id is not null`
  if (state === 'not-sent') return sql`and (m.not_sent_because is not null or ${isDropped})`
  if (state === 'sent') return sql`and m.sent_at is not null and m.not_sent_because is null`
  const isStuck = sql`exists (select from ${stuck} stuck where stuck.id = m.id)`
  return state === 'stuck'
    ? sql`and ${isStuck}`
    : sql`and m.sent_at is null and not ${isStuck} and not (${isDropped})`
}

/**
 * Returns the ids of the messages of a request or person, or of the message itself, by an id or an email
 * address.
 */
function idsOf(sql: Sql, way: MessageWay, of: string) {
  const typed = of.toLowerCase()
  const isId = uuid.safeParse(typed).success
  const people = isId
    ? sql`select ${typed}::uuid as id`
    : sql`select p.id from person p where lower(p.email) = ${typed} or p.claimed_email = ${typed}`
  const requests = isId
    ? sql`select ${typed}::uuid as id`
    : sql`select q.id from question q where lower(q.asker ->> 'email') = ${typed} and q.link_hash is not null`
  const direct = sql`
    select o.id from ${tableOf(sql, way)} o where o.person_id in (${people})
    union select o.id from ${tableOf(sql, way)} o where o.question_id in (${requests})`
  const named = isId ? sql`${direct} union select ${typed}::uuid` : direct
  if (way === 'push') return named
  // A mail to an asker, or to an address without an account, has no person of its own.
  const own = isId ? sql`false` : sql`lower(${ownAddress(sql)}) = ${typed}`
  return sql`${named}
    union select m.id from mail m ${lostQuestion(sql)} ${ownAddressRows(sql)}
      where m.person_id is null and m.question_id is null and m.ask_id is null and (lost.id in (${requests}) or ${own})
    union select o.id from mail o where o.ask_id in (${requests})
    union select o.id from mail o join question q on q.id = o.question_id
      where o.person_id is null and q.fan_id in (${people})`
}

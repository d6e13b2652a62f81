import { PRODUCT } from '../../sync/text/product.ts'
import type { Context } from '../context.ts'
import { firstOf } from '../db/pages.ts'
import type { Queryable } from '../db/sql.ts'
import { enqueue } from '../jobs/queue-names.ts'
import type { TxContext } from '../transact.ts'
import { renderLayout, unlinked, type Words } from './mail-templates/mail-layout.ts'
import type { RenderedMail } from './mail-transport.ts'
import { linkToken } from './private-link.ts'

const KIND = 'lost-links'
/** The most links in one mail; mail programs cut off longer mails. */
const MOST = 100

type LostQuestion = {
  id: string
  subject: string
  athlete: string
  linkGeneration: number
  email: string
  firstName: string
  lastName: string
}

/**
 * Mails all private links of an address that still open something (D41). Neither the answer nor the number of rows
 * depends on whether there is one: without a question, the mail is stored as one that goes to nobody (D40).
 */
export async function mailLostLinks(work: TxContext, email: string): Promise<void> {
  const id = work.context.random.id()
  await work.tx`
    insert into mail (id, kind, data, sent_at, not_sent_because)
    select ${id}::uuid, ${KIND}::text, data, case when data ->> 'of' is null then app_now() end,
      case when data ->> 'of' is null then 'no-address' end
    from (select jsonb_build_object('of', (select q.id from question q
      join person p on p.id = q.fan_id
      where ${isAt(work.tx, work.tx`${email.toLowerCase()}`)} and q.link_hash is not null
      order by q.submitted_at desc limit 1)) as data) found`
  await enqueue(work, 'mail.send', { data: { mailId: id }, singletonKey: id })
}

/**
 * Renders the ordered mail and creates its links at that moment; null when the id is of another mail, or the mail
 * was sent or has nothing to list.
 */
export async function renderLostLinks(context: Context, mailId: string): Promise<RenderedMail | null> {
  const questions = await findLost(context, mailId)
  const [newest] = questions
  if (!newest) return null
  const { env, secrets } = context
  const origin = env.publicUrl ?? `http://localhost:${env.port}`
  const words = wordsOf(questions, secrets.privateLink)
  const { text, html } = renderLayout(words, { origin, firstName: unlinked(newest.firstName) })
  const recipient = { name: `${newest.firstName} ${newest.lastName}`, address: newest.email }
  return { id: mailId, recipient, subject: words.subject, text, html }
}

/**
 * Whether a question's person \`p\` has this address: an account its own, a person without an account the one they
 * typed.
 */
const isAt = (on: Queryable, email: ReturnType<Queryable>) =>
  on`(p.claimed_email = ${email} or p.auth_id is not null and lower(p.email) = ${email})`

/**
 * Returns all questions of the mail's address, newest first; the address itself comes from the stored question
 * (D106).
 */
function findLost({ sql }: Context, mailId: string): Promise<LostQuestion[]> {
  return sql<LostQuestion[]>`
    select q.id, q.subject, a.first_name || ' ' || a.last_name as athlete, q.link_generation as "linkGeneration",
      case when k.auth_id is not null then k.email else known.asker ->> 'email' end as email, q.asker ->> 'firstName' as "firstName", q.asker ->> 'lastName' as "lastName"
    from mail m join question known on known.id = (m.data ->> 'of')::uuid
    join person k on k.id = known.fan_id join person p on ${isAt(sql, sql`lower(coalesce(k.claimed_email, k.email))`)}
    join question q on q.fan_id = p.id and q.link_hash is not null join person a on a.id = q.athlete_id
    where m.id = ${mailId} and m.kind = ${KIND} and m.sent_at is null
    order by q.submitted_at desc limit ${MOST + 1}`
}

function wordsOf(questions: LostQuestion[], key: string): Words {
  const { shown, more } = firstOf(questions, MOST)
  const links = shown.map(({ id, subject, athlete, linkGeneration }): [string, string] => [
    `“${unlinked(subject)}” to ${unlinked(athlete)}`,
    `/view/${linkToken(key, id, linkGeneration)}`,
  ])
  return {
    subject: `Your private links at ${PRODUCT.name}`,
    paragraphs: [
      links.length === 1
        ? 'Somebody asked for the private link to your question. It opens the page that shows where your question is, and your answer.'
        : 'Somebody asked for the private links to your questions. Each opens the page that shows where a question is, and its answer.',
    ],
    links,
    action: null,
    after: [
      ...(more
        ? [`These are the newest ${MOST}. If you need the link of an older question, write to us.`]
        : []),
      'Whoever has a link can open its page. If this was not you, there is nothing to do: nobody but you got this mail.',
    ],
  }
}

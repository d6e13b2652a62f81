import type { Ground } from '../grounds/ground.ts'
import type { Violation } from './history.ts'

/** The private fields of a schedule: each field of each ask, and the member's draft, has a mark of its own. */
const FIELDS = ['subject', 'text', 'lastName', 'reject', 'decline', 'draft'] as const
type Field = (typeof FIELDS)[number]

/** Returns a mark that names its ask and field wherever the mark is found. */
export const markOf = (ask: number, field: Field) => `cnr-${ask}-${field}`

const MARK = new RegExp(`cnr-(\\d+)-(${FIELDS.join('|')})`, 'g')

/** The people of an ask, by the names of their browsers, and the fan's address. */
export type Told = { questionId: string; owner: string; email: string; athlete: string }
/** What the database knows of the ask's question; null while there is none. */
export type Known = { isApproved: boolean } | null

type Sighting = { mark: string; ask: number; field: Field; ear: string; where: string }

/** Records each answer that leaves a server: its reader, its marks, and whether a shed load is told when to retry. */
export class Exits {
  readonly told: Told[] = []
  readonly violations: Violation[] = []
  private readonly seen = new Map<string, Sighting>()
  private readonly allowed = new Set<string>()

  async hear(ear: string, where: string, answer: Response): Promise<Response> {
    this.checkShed(where, answer)
    if (/json|text/.test(answer.headers.get('content-type') ?? '') && answer.body)
      this.note(ear, where, await answer.clone().text())
    return answer
  }

  /** Records which marks of the text this ear has heard. */
  note(ear: string, where: string, text: string): void {
    for (const [mark, ask, field] of text.matchAll(MARK)) {
      const key = `${mark} ${ear}`
      if (!this.allowed.has(key))
        this.seen.set(key, { mark, ask: Number(ask), field: field as Field, ear, where })
    }
  }

  /** O1: checks that a client turned away because of load is told how long to wait. */
  checkShed(where: string, { status, headers }: Pick<Response, 'status' | 'headers'>): void {
    if (status !== 429 && status !== 503) return
    if (!(Number(headers.get('retry-after')) >= 1))
      this.violations.push({
        invariant: 'O1',
        says: 'a load was shed without Retry-After',
        rows: [{ where, status }],
      })
  }

  /** P1: returns the marks heard since the last call by an ear they are not for. A right once given stays. */
  async overheard({ sql }: Pick<Ground, 'sql'>): Promise<Violation[]> {
    if (this.seen.size === 0) return []
    const rows = await sql<{ id: string; isApproved: boolean }[]>`
      select id, approved_at is not null as "isApproved" from question
      where id = any (${this.told.map(({ questionId }) => questionId)}::uuid[])`
    const wrong = [...this.seen].filter(([, { ask, field, ear }]) => {
      const told = this.told[ask]
      const known = rows.find(({ id }) => id === told?.questionId) ?? null
      return !mayHear({ field, ear }, told, known)
    })
    for (const key of this.seen.keys()) this.allowed.add(key)
    this.seen.clear()
    return wrong.length === 0
      ? []
      : [
          {
            invariant: 'P1',
            says: 'private words reached somebody they are not for',
            rows: wrong.map(([, each]) => each),
          },
        ]
  }
}

/**
 * Says whether an ear may hear a field: the fan always, an admin once the question exists, and the athlete once it is
 * approved, but never the surname. The athlete may hear their own note, and only the member their own draft.
 */
export function mayHear(
  { field, ear }: { field: Field; ear: string },
  told: Told | undefined,
  known: Known,
): boolean {
  if (field === 'draft') return ear === 'member'
  if (!told) return false
  if (ear === told.owner || ear === told.email) return true
  if (ear === 'admin') return known !== null
  return (
    ear === told.athlete && (known?.isApproved ?? false) && ['subject', 'text', 'decline'].includes(field)
  )
}

/** P1 N4: checks mails and the log. A subject line must say nothing private, because anyone may read it. */
export async function saidElsewhere(
  { sql, cast, logged }: Pick<Ground, 'sql' | 'cast' | 'logged'>,
  exits: Exits,
): Promise<Violation[]> {
  const mails = await sql<{ recipient: string; subject: string; text: string; html: string }[]>`
    select recipient, subject, text, html from mailbox`
  // Others may have typed the member's address in an ask, so a mail to it counts for the address, not for the member.
  const people = Object.entries(cast).flatMap(([name, { email }]) =>
    name === 'member' ? [] : [[email, name] as const],
  )
  const names = new Map<string, string>([...people, ['support@infield.test', 'admin']])
  for (const { recipient, text, html } of mails)
    exits.note(names.get(recipient) ?? recipient, 'a mail', `${text}\n${html}`)
  exits.note('whoever reads the log', 'the log', logged())
  const open = mails.filter(({ subject }) => subject.match(MARK))
  return [
    ...(await exits.overheard({ sql })),
    ...(open.length === 0
      ? []
      : [{ invariant: 'N4', says: 'a subject line says something private', rows: open.slice(0, 3) }]),
  ]
}

/** N4: says whether a push message's text contains something private. */
export const tellsPrivate = (text: string) => text.match(MARK) !== null

import type { Ground } from '../grounds/ground.ts'
import type { Violation } from './history.ts'

/** What of a schedule is private: each field of each ask, and the words of the member's draft, has a mark of its own. */
const FIELDS = ['subject', 'text', 'lastName', 'reject', 'decline', 'draft'] as const
type Field = (typeof FIELDS)[number]

/** A word that says whose it is, wherever it is met with. */
export const markOf = (ask: number, field: Field) => `cnr-${ask}-${field}`

const MARK = new RegExp(`cnr-(\\d+)-(${FIELDS.join('|')})`, 'g')

/** Whose an ask is, by the names of the browsers, and under which address. */
export type Told = { questionId: string; owner: string; email: string; athlete: string }
/** What the database says of its question; null before there is one. */
export type Known = { isApproved: boolean } | null

type Sighting = { mark: string; ask: number; field: Field; ear: string; where: string }

/**
 * Every answer that left a server, and whom it reached: which marks were in it, and whether one that sheds load says
 * when to come back.
 */
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

  /** Keeps who heard which mark. */
  note(ear: string, where: string, text: string): void {
    for (const [mark, ask, field] of text.matchAll(MARK)) {
      const key = `${mark} ${ear}`
      if (!this.allowed.has(key))
        this.seen.set(key, { mark, ask: Number(ask), field: field as Field, ear, where })
    }
  }

  /** O1: whoever is turned away for now is told how long to wait. */
  checkShed(where: string, { status, headers }: Pick<Response, 'status' | 'headers'>): void {
    if (status !== 429 && status !== 503) return
    if (!(Number(headers.get('retry-after')) >= 1))
      this.violations.push({
        invariant: 'O1',
        says: 'a load was shed without Retry-After',
        rows: [{ where, status }],
      })
  }

  /** P1: what was heard since the last look, by whom it is not for. A right that was given is not taken back. */
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
 * The writer, and the desk once it is asked; its athlete once it is approved, and never the surname. What the athlete
 * wrote is theirs anyway. A draft is nobody else's.
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

/** P1 N4: what mails, pushes and the log say. A subject line and a lock screen are read by anybody. */
export async function saidElsewhere(
  { sql, cast, logged }: Pick<Ground, 'sql' | 'cast' | 'logged'>,
  exits: Exits,
): Promise<Violation[]> {
  const mails = await sql<{ recipient: string; subject: string; text: string; html: string }[]>`
    select recipient, subject, text, html from mailbox`
  // what is mailed to the member's address may be of somebody who only typed it: it is heard there and nowhere else
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

/** N4: whether a push says something that only its reader should see. */
export const tellsPrivate = (text: string) => text.match(MARK) !== null

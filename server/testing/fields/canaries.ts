import type { Sql } from '../../db/sql.ts'
import { type Ear, SOURCES, type Source } from '../canary.ts'
import type { Stage } from '../rights/stage.ts'
import { ROLES } from '../rights.ts'

/** A value that only its ears may hear, with the columns it is in and its owners. */
export type Canary = { value: string; places: Set<string>; owners: Set<string>; ears: Set<string> }

/** A text that left the server, and the ear it was for. */
export type Exit = { ear: string; where: string; text: string }

/** The shortest value that is searched for, because numbers and short words would be found everywhere. */
const SHORTEST = 6
const NUMBERS = new Set(['amount_cents'])

/**
 * Adds every canary that is in the database now, or in one of its tables, to those gathered before. Equal values from
 * several places are one canary, which every ear that may know any of them may hear.
 */
export async function gatherCanaries(stage: Stage, table?: string): Promise<void> {
  const { sql } = stage.world.database
  const names = await namesOf(stage)
  for (const source of SOURCES.filter((each) => table === undefined || each.table === table)) {
    for (const [words, columns] of heardColumns(source)) {
      for (const column of columns.split(/\s+/)) {
        for (const row of await readColumn(sql, source, column)) {
          if (!row.value || (row.value.length < SHORTEST && !NUMBERS.has(column))) continue
          const place = `${source.table}.${column}`
          addCanary(stage.canaries, row.value, { place, ears: earsOf(words, row, names) })
        }
      }
    }
  }
}

function addCanary(
  canaries: Map<string, Canary>,
  value: string,
  { place, ears }: { place: string; ears: string[] },
): void {
  const nothing = { value, places: new Set<string>(), owners: new Set<string>(), ears: new Set<string>() }
  const canary = canaries.get(value) ?? nothing
  canaries.set(value, canary)
  canary.places.add(place)
  for (const ear of ears) {
    canary.ears.add(ear)
    if (ear.startsWith(COPY)) canary.owners.add(ear.slice(COPY.length))
  }
}

/** Every column whose values are searched for, as `table.column`. */
export const CANARY_PLACES = new Set(
  SOURCES.flatMap((source) =>
    heardColumns(source).flatMap(([, columns]) =>
      columns.split(/\s+/).map((column) => `${source.table}.${column}`),
    ),
  ),
)

/** Columns that never hold a value in this test, with the reason. */
export const NEVER_FILLED: Record<string, string> = {
  'auth.account.accessToken': 'nobody signs in with another provider',
  'auth.account.idToken': 'the same',
  'auth.account.refreshToken': 'the same',
  'public.athlete_form.position': 'no form asks for it now',
  'public.picture.joining_id': 'whoever signs up here brings no picture',
}

const COPY = 'copy of '

function heardColumns({ nobody, heard = {} }: Source): [string, string][] {
  return [...Object.entries(heard), ...(nobody ? [['', nobody] satisfies [string, string]] : [])]
}

type Row = { value: string | null; owner: string | null; athletes: string[] | null }

function readColumn(sql: Sql, { table, where, owner, athlete }: Source, column: string): Promise<Row[]> {
  const [name = '', key] = column.split('.')
  const value = key ? `t."${name}" ->> '${key}'` : `t."${name}"::text`
  const quoted = table.replace(/\.(\w+)$/, '."$1"')
  return sql.unsafe<Row[]>(`
    select distinct ${value} as value, ${owner ?? 'null'}::text as owner, ${athlete ?? 'null'}::text[] as athletes
    from ${quoted} t where ${where ?? 'true'}`)
}

function earsOf(words: string, { owner, athletes }: Row, names: Map<string, string>): string[] {
  return (words.split(' ') as Ear[]).flatMap((word) => {
    const name = owner && (names.get(owner) ?? owner)
    if (word === 'owner') return name ? [name, COPY + name] : []
    if (word === 'copy') return name ? [COPY + name] : []
    if (word === 'athlete') return (athletes ?? []).map((id) => names.get(`person:${id}`) ?? id)
    return word ? [word] : []
  })
}

/** Returns the role of each principal: people by their account, guests by the address they typed. */
async function namesOf({ world, people }: Stage): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [name, { id }] of Object.entries(people)) names.set(`person:${id}`, name)
  const typed = await world.database.sql<{ principal: string; email: string }[]>`
    select principal, asker ->> 'email' as email from prepared_ask
    union select principal, asker ->> 'email' from ask_ticket
    union select 'person:' || id, coalesce(claimed_email, email) from person`
  for (const { principal, email } of typed) {
    // A person outside the table's roles is named by their address, as the mails to them are.
    const name = roleOfAddress(email) ?? (principal.startsWith('person:') ? email : null)
    if (name && !names.has(principal)) names.set(principal, name)
  }
  return names
}

/** Returns the role an address belongs to, because a stage's addresses contain their role; null for any other. */
export function roleOfAddress(address: string): string | null {
  if (/^cnr\.ticket\d+@/.test(address)) return 'fan'
  if (address.startsWith('cnr.colleague')) return 'admin'
  if (address.startsWith('cnr.invited')) return 'invited'
  const [, name = ''] = /^cnr\.?(\w+?)(?:\+tag|x)?@/.exec(address) ?? []
  return name === 'paused' || name === 'unlisted' || (ROLES as readonly string[]).includes(name) ? name : null
}

/** Returns every case of a canary in a text for an ear that may not hear it. */
export function findSightings(canaries: readonly Canary[], exits: readonly Exit[]): string[] {
  const heard = [...Map.groupBy(exits, ({ ear }) => ear)].map(([ear, all]) => ({
    ear,
    all,
    // Search the joined texts first, because a canary is hardly ever found.
    whole: all.map(({ text }) => text).join('\n'),
  }))
  const sightings = canaries.flatMap(({ value, places: [place], ears }) => {
    const isIn = finderOf(value)
    return heard
      .filter(({ ear, whole }) => !ears.has(ear) && isIn(whole))
      .flatMap(({ all }) => all.filter(({ text }) => isIn(text)))
      .map(({ ear, where }) => `${place} ("${value.slice(0, 40)}") heard by ${ear} in ${where}`)
  })
  return [...new Set(sightings)]
}

/**
 * Returns a search for the value: cents also as dollars and as whole words, other values also as JSON escapes them.
 */
function finderOf(value: string): (text: string) => boolean {
  const written = JSON.stringify(value).slice(1, -1)
  if (written !== value) return (text) => text.includes(value) || text.includes(written)
  if (!/^\d{4}$/.test(value)) return (text) => text.includes(value)
  const dollars = `${value.slice(0, 2)}\\.${value.slice(2)}`
  const number = new RegExp(`(?<![\\w.-])(${value}|${dollars})(?![\\w.-])`)
  return (text) => number.test(text)
}

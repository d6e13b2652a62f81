import type { Ground } from '../grounds/ground.ts'
import type { History, Violation } from './history.ts'

/** The texts that one device saved to one draft, oldest first, and how many of the saves a server acknowledged. */
export type Drafted = { id: string; personId: string; words: string[]; acknowledged: number }

type Row = { id: string; revision: number; body: string }

/**
 * S2: checks that a device's saves took effect once each, in order and without gaps. A draft's revision counts its
 * saves, and a save that met another text than the one before it was stored beside the draft. O1: acknowledged saves
 * must stay.
 */
export function brokenOrder(drafted: Drafted, rows: readonly Row[]): Violation[] {
  const broken = rows.filter(
    ({ id, revision, body }) => id !== drafted.id || body !== drafted.words[revision - 1],
  )
  const kept = rows.find(({ id }) => id === drafted.id)?.revision ?? 0
  const says = 'what a device wrote was settled out of order, twice, or with one left out'
  const dropped = { kept, acknowledged: drafted.acknowledged }
  return [
    ...(broken.length === 0 ? [] : [{ invariant: 'S2', says, rows: broken }]),
    ...(kept >= drafted.acknowledged
      ? []
      : [{ invariant: 'O1', says: 'an acknowledged write was dropped', rows: [dropped] }]),
  ]
}

export async function checkDrafts({ sql }: Pick<Ground, 'sql'>, { drafted }: History): Promise<Violation[]> {
  if (!drafted || drafted.words.length === 0) return []
  const rows = await sql<Row[]>`select id, revision, body from draft where person_id = ${drafted.personId}`
  return brokenOrder(drafted, rows)
}

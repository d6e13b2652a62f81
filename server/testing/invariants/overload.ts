import { pause } from '../../pause.ts'
import { ORIGIN } from '../grounds/call.ts'
import { type Ground, Unreached, type Via } from '../grounds/ground.ts'
import type { Violation } from './history.ts'

/** The memory that a server may take at most, however long it runs. */
const MOST_BYTES = 400 * 2 ** 20
/** The longest that a read may take for a server to count as recovered. */
const NORMAL_MS = 1_000
const PATIENCE_MS = 30_000
const LOOK_MS = 100

/** O3: checks that each server reads from the database at its usual speed within half a minute after a storm. */
export async function recovers(
  { request }: Pick<Ground, 'request'>,
  patienceMs = PATIENCE_MS,
): Promise<Violation[]> {
  const rows: object[] = []
  for (const via of [0, 1] as const) {
    const end = performance.now() + patienceMs
    let took = await timeRead(request, via)
    while (took > NORMAL_MS && performance.now() < end) {
      await pause(LOOK_MS)
      took = await timeRead(request, via)
    }
    if (took > NORMAL_MS) rows.push({ via, took })
  }
  return rows.length === 0 ? [] : [{ invariant: 'O3', says: 'a server has not recovered from a storm', rows }]
}

/** Returns how many milliseconds a read takes; Infinity if it fails. */
async function timeRead(request: Ground['request'], via: Via): Promise<number> {
  const from = performance.now()
  try {
    const answer = await request(via, `${ORIGIN}/api/athletes`, {})
    await answer.text()
    return answer.ok ? performance.now() - from : Number.POSITIVE_INFINITY
  } catch (error) {
    if (error instanceof Unreached) return Number.POSITIVE_INFINITY
    throw error
  }
}

/** O2: checks that a server's memory is bounded. */
export function tooHeavy(bytes: number): Violation[] {
  return bytes <= MOST_BYTES
    ? []
    : [{ invariant: 'O2', says: 'a server took too much memory', rows: [{ bytes }] }]
}

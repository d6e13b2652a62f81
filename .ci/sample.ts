/** Whether this run takes everything (`npm run test:all`) or a sample of what is long (`npm test`). */
export const everything = process.env.TEST_ALL === '1'

/** Decides what a sample takes: `SEED=` where it is set, else today's date, so that each day tries other things. */
export const seed = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be a whole number, not ${process.env.SEED}`)

/** Numbers from 0 to below 1, the same for the same seed and name. */
export function seededRandom(name: string, from = seed): () => number {
  let state = from >>> 0
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * `count` of the items, chosen by the seed and this name and in their own order. `npm run test:all` takes all of them.
 */
export function sample<T>(name: string, items: readonly T[], count: number): T[] {
  return everything ? [...items] : drawn(name, items, count)
}

/** As `sample`, but `count` in any run: for what has no end that a run could reach. */
export function drawn<T>(name: string, items: readonly T[], count: number): T[] {
  const random = seededRandom(name)
  const places = items.map((_, place) => ({ place, by: random() }))
  const chosen = new Set(
    places
      .toSorted((a, b) => a.by - b.by)
      .slice(0, count)
      .map(({ place }) => place),
  )
  return items.filter((_, place) => chosen.has(place))
}

/** Whether a run takes a test of this name, for tests that are no table: of all names as many as `sample` chooses. */
export function sampledNames<T extends string>(
  kind: string,
  names: readonly T[],
  count: number,
): (name: T) => boolean {
  const chosen = new Set(sample(kind, names, count))
  return (name) => chosen.has(name)
}

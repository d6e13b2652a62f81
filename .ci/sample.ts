/** Whether this run takes everything (`npm run test:all`) or a sample of the long tests (`npm test`). */
export const everything = process.env.TEST_ALL === '1'

/** The seed of all samples: `SEED=` where it is set, otherwise today's date, so that each day tests other cases. */
export const seed = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be a whole number, not ${process.env.SEED}`)

/** Returns a generator of numbers from 0 to below 1, the same for the same seed and name. */
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
 * Returns `count` of the items in their own order, chosen by the seed and this name. `npm run test:all` takes all.
 */
export function sample<T>(name: string, items: readonly T[], count: number): T[] {
  return everything ? [...items] : drawn(name, items, count)
}

/** Returns `count` of the items like `sample`, but in every run, for sets too large to take whole. */
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

/**
 * Returns a function that tells whether this run takes a test of a name, for tests that are not in a table. As many
 * names are taken as `sample` chooses.
 */
export function sampledNames<T extends string>(
  kind: string,
  names: readonly T[],
  count: number,
): (name: T) => boolean {
  const chosen = new Set(sample(kind, names, count))
  return (name) => chosen.has(name)
}

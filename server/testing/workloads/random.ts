import { uuidFromBytes } from '../../../sync/id.ts'

/** Choices from one seed: the same seed makes the same choices, in the same order. */
export type Draw = {
  /** Returns a whole number from 0 up to, not including, `below`. */
  int(below: number): number
  chance(of: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns one of the names, each as often as its weight says. */
  weigh<T extends string>(weights: { [name in T]: number }): T
  /** Returns another list with the same things; every order is as likely as any other. */
  shuffled<T>(list: readonly T[]): T[]
  bytes(count: number): Uint8Array
  id(): string
}

export function createDraw(seed: number): Draw {
  const next = mulberry(seed)
  const int = (below: number) => Math.floor(next() * below)
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => int(256))
  return {
    int,
    chance: (of) => next() < of,
    pick<T>(list: readonly T[]): T {
      const found = list[int(list.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
    weigh<T extends string>(weights: { [name in T]: number }): T {
      const table = Object.entries<number>(weights)
      let left = next() * table.reduce((sum, [, weight]) => sum + weight, 0)
      const found = table.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (found ?? table.at(-1))?.[0] as T
    },
    shuffled: (list) => shuffled(int, list),
    bytes,
    id: () => uuidFromBytes(bytes(16)),
  }
}

/** Shuffles by Fisher and Yates: it draws from what is not placed yet until nothing is left. */
function shuffled<T>(int: Draw['int'], list: readonly T[]): T[] {
  const left = [...list]
  return list.flatMap(() => left.splice(int(left.length), 1))
}

/** Returns a Mulberry32 generator. Its seed is stirred first, so that neighbouring seeds have nothing in common. */
function mulberry(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

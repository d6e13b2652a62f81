import { randomBytes, randomUUID } from 'node:crypto'

/** Where ids and secrets come from; tests give a seeded one. */
export type Random = { bytes(count: number): Uint8Array; id(): string }

/** The operating system's randomness. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  id: () => randomUUID(),
}

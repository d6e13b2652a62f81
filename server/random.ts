import { randomBytes, randomUUID } from 'node:crypto'

/** The source of ids and secrets; tests use a seeded one. */
export type Random = { bytes(count: number): Uint8Array; id(): string }

/** The operating system's randomness. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  id: () => randomUUID(),
}

import { pause } from '../../pause.ts'

/** A text on a subject. */
export type Message = { subject: string; text: string }

/** One connection to a broker. A lost line is not repaired: another one is opened. */
export type Line = {
  /** Publishes messages. Resolves once the broker has all of them, and rejects if it does not accept them in time. */
  publish(messages: Message[]): Promise<void>
  /** Subscribes to a subject until the returned function is called. */
  subscribe(subject: string, hear: (text: string) => void): () => void
  /** Resolves once the broker knows all subscriptions so far. */
  settle(): Promise<void>
  /** Resolves when the connection ends, whichever side ended it. */
  lost: Promise<void>
  close(): void
}

/** The trusted certificates for a broker, in PEM; without any, those that the machine trusts. */
export type Trusted = { ca?: string }

/** Opens a connection; rejects if that fails. */
export type Dial = () => Promise<Line>

/** How long to wait for a connection to the broker, or for its answer. */
export const PATIENCE_MS = 3_000

/** Rejects if the promise takes longer than `PATIENCE_MS`. */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = pause(PATIENCE_MS).then(() => {
    throw new Error('the broker does not answer')
  })
  return Promise.race([promise, late])
}

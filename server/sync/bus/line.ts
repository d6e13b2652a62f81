import { pause } from '../../pause.ts'

/** A word on a subject. */
export type Message = { subject: string; text: string }

/** One connection to a broker. Once it was lost nothing is expected of it: another one is opened. */
export type Line = {
  /** Resolves once the broker has them all; rejects where it does not take them in time. */
  publish(messages: Message[]): Promise<void>
  /** Hears a subject until the returned function is called. */
  subscribe(subject: string, hear: (text: string) => void): () => void
  /** Resolves once the broker knows of every subscription so far. */
  settle(): Promise<void>
  /** Resolves when the connection is over, whoever ended it. */
  lost: Promise<void>
  close(): void
}

/** The certificates from which a broker's has to come, in PEM; those that the machine trusts where there are none. */
export type Trusted = { ca?: string }

/** Opens a connection; rejects where there is none to be had. */
export type Dial = () => Promise<Line>

/** For an answer of the broker, and for a connection to it. */
export const PATIENCE_MS = 3_000

/** Rejects what takes longer than anybody waits for a broker. */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = pause(PATIENCE_MS).then(() => {
    throw new Error('the broker does not answer')
  })
  return Promise.race([promise, late])
}

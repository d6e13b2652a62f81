/** The messages that servers send each other, by either way. */
export type Heard = {
  /** A collection of this reader has changed, and a pull will find the change. */
  change(reader: string, collection: string): void
  desk(id: string, revision: number): void
  sessionEnd(sessionId: string): void
  /** A message may have been missed, so every stream is told to look again. */
  lookAgain(): void
  /** The end of a session may have been missed. */
  checkSessions(): void
}

/** The reader and session of a stream, and whether it wants the desk's changes. */
export type Wanting = { reader: string; sessionId: string; desk: boolean }

/** Passes on a message of the desk's channel, which concerns no reader in particular. */
export function hearDesk(heard: Heard, message: string): void {
  const [id = '', revision = '0'] = message.split(' ')
  heard.desk(id, Number(revision))
}

/** What servers tell each other of, whichever way it comes. */
export type Heard = {
  /** A collection of this reader has changed, and a pull finds it. */
  change(reader: string, collection: string): void
  desk(id: string, revision: number): void
  sessionEnd(sessionId: string): void
  /** Something may not have been heard: every stream is told to look again. */
  lookAgain(): void
  /** A session may have ended unheard. */
  checkSessions(): void
}

/** Whom a stream is for: of whom it wants to be told. */
export type Wanting = { reader: string; sessionId: string; desk: boolean }

/** Hands a message on to whom it concerns, by the channel it came on. The desk's are of nobody in particular. */
export function hearDesk(heard: Heard, message: string): void {
  const [id = '', revision = '0'] = message.split(' ')
  heard.desk(id, Number(revision))
}

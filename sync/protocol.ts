import { COLLECTION_NAMES } from './collections.ts'
import { LIMITS } from './limits.ts'
import type { Refusal } from './result.ts'
import { type Infer, id, z } from './shape.ts'

/**
 * The number of the wire protocol. It gates pull and stream only: an outbox entry carries its own version.
 * 1: the first.
 */
export const PROTOCOL = 1

/** Where a reader stands in its feed. `epoch` names the cluster: another one means "start again". */
export const checkpoint = z.strictObject({
  epoch: z.string().check(z.maxLength(64)),
  rev: z.string().check(z.regex(/^\d{1,19}$/)),
  /** The last document seen at `rev`; empty at the start. */
  id: z.union([z.literal(''), id]),
})
export type Checkpoint = Infer<typeof checkpoint>

/** A pull: documents of one collection changed after the checkpoint (null: from the start). */
export const pullRequest = z.strictObject({
  protocol: z.int(),
  collection: z.enum(COLLECTION_NAMES),
  checkpoint: z.nullable(checkpoint),
  limit: z.int().check(z.minimum(1), z.maximum(LIMITS.pullDocuments)),
})
export type PullRequest = Infer<typeof pullRequest>

/** The answer to a pull. `restart` says that the epoch differs: drop the collection and pull from the start. */
export type PullAnswer = {
  documents: ({ id: string; _deleted: boolean } & Record<string, unknown>)[]
  checkpoint: Checkpoint
  restart: boolean
}

/** One outbox entry as it travels. */
export const pushedIntent = z.strictObject({
  id,
  name: z.string().check(z.maxLength(64)),
  version: z.int().check(z.minimum(1), z.maximum(1_000)),
  args: z.unknown(),
})
export type PushedIntent = Infer<typeof pushedIntent>

/**
 * A push: outbox entries, oldest first. An older server refuses what it does not know of this shape, and the entry with
 * it, so that it is never made wider; what is new is an intent or a version of one. `account` says whose outbox this is (a person's id, or 'guest'): when the
 * session has become somebody else's, the whole push is answered 401 and nothing is settled or lost.
 */
export const pushRequest = z.strictObject({
  device: id,
  account: z.union([z.literal('guest'), id]),
  intents: z.array(pushedIntent).check(z.minLength(1), z.maxLength(LIMITS.pushIntents)),
})
export type PushRequest = Infer<typeof pushRequest>

/**
 * What became of an intent. `settled` and `refused` are final and stored: the same id gets the same outcome
 * for ever. `failed` is the server's own trouble, or an app that is newer than it: nothing happened, send it again later.
 */
export type Outcome =
  | { id: string; state: 'settled'; value: Record<string, unknown> }
  | { id: string; state: 'refused'; refusal: Refusal }
  | { id: string; state: 'failed' }

/** The answer to a push, one outcome per intent, in order. */
export type PushAnswer = { outcomes: Outcome[] }

/** Asked once the epoch has changed: of which intents of this outbox the server still has the outcome. */
export const knownRequest = z.strictObject({
  account: pushRequest.shape.account,
  ids: z.array(id).check(z.minLength(1), z.maxLength(LIMITS.knownIntents)),
})
export type KnownRequest = Infer<typeof knownRequest>

/** The intents whose outcome is there, and the epoch of the database that was asked. */
export type KnownAnswer = { epoch: string; known: string[] }

/** What a stream says: look at this collection again; `ready` on every (re)connection; `bye` when the session ended. */
export type StreamEvent =
  | { event: 'ready'; data: { epoch: string } }
  | { event: 'changed'; data: { collection: string } }
  | { event: 'desk'; data: { id: string; revision: number } }
  | { event: 'bye'; data: { reason: 'signed-out' | 'slow' | 'restart' } }

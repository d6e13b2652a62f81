import { COLLECTION_NAMES } from './collections.ts'
import { LIMITS } from './limits.ts'
import type { Refusal } from './result.ts'
import { type Infer, id, z } from './shape.ts'

/**
 * The version of the wire protocol. It applies only to pull and stream, because an outbox entry carries its own
 * version. 1: the first.
 */
export const PROTOCOL = 1

/** A position in a reader's feed. `epoch` names the state of the cluster; another epoch means "start again". */
export const checkpoint = z.strictObject({
  epoch: z.string().check(z.maxLength(64)),
  rev: z.string().check(z.regex(/^\d{1,19}$/)),
  /** The last document seen at `rev`; empty at the start. */
  id: z.union([z.literal(''), id]),
})
export type Checkpoint = Infer<typeof checkpoint>

/** A pull: the documents of one collection that changed after the checkpoint (null: all from the start). */
export const pullRequest = z.strictObject({
  protocol: z.int(),
  collection: z.enum(COLLECTION_NAMES),
  checkpoint: z.nullable(checkpoint),
  limit: z.int().check(z.minimum(1), z.maximum(LIMITS.pullDocuments)),
})
export type PullRequest = Infer<typeof pullRequest>

/**
 * The answer to a pull. `restart` means that the epoch differs: the device drops the collection and pulls from
 * the start.
 */
export type PullAnswer = {
  documents: ({ id: string; _deleted: boolean } & Record<string, unknown>)[]
  checkpoint: Checkpoint
  restart: boolean
}

/** One outbox entry as it is sent. */
export const pushedIntent = z.strictObject({
  id,
  name: z.string().check(z.maxLength(64)),
  version: z.int().check(z.minimum(1), z.maximum(1_000)),
  args: z.unknown(),
})
export type PushedIntent = Infer<typeof pushedIntent>

/**
 * A push: outbox entries, oldest first. This shape is never widened, because an older server would refuse what it
 * does not know, together with the entry; new features are new intents or new versions of one. `account` names
 * the owner of the outbox (a person's id, or 'guest'): if the session now belongs to someone else, the whole push
 * is answered 401 and nothing is settled or lost.
 */
export const pushRequest = z.strictObject({
  device: id,
  account: z.union([z.literal('guest'), id]),
  intents: z.array(pushedIntent).check(z.minLength(1), z.maxLength(LIMITS.pushIntents)),
})
export type PushRequest = Infer<typeof pushRequest>

/**
 * The outcome of an intent. `settled` and `refused` are final and stored: the same id gets the same outcome for
 * ever. `failed` means that the server had a fault or is older than the app: nothing happened, and the device
 * sends the intent again later.
 */
export type Outcome =
  | { id: string; state: 'settled'; value: Record<string, unknown> }
  | { id: string; state: 'refused'; refusal: Refusal }
  | { id: string; state: 'failed' }

/** The answer to a push, with one outcome per intent, in order. */
export type PushAnswer = { outcomes: Outcome[] }

/**
 * The question a device asks after the epoch has changed: for which intents of this outbox the server still has
 * the outcome.
 */
export const knownRequest = z.strictObject({
  account: pushRequest.shape.account,
  ids: z.array(id).check(z.minLength(1), z.maxLength(LIMITS.knownIntents)),
})
export type KnownRequest = Infer<typeof knownRequest>

/** The intents whose outcome the server has, and the epoch of its database. */
export type KnownAnswer = { epoch: string; known: string[] }

/**
 * The events of a stream. `changed`: pull this collection again; `ready`: sent on every (re)connection; `bye`:
 * the stream ends.
 */
export type StreamEvent =
  | { event: 'ready'; data: { epoch: string } }
  | { event: 'changed'; data: { collection: string } }
  | { event: 'desk'; data: { id: string; revision: number } }
  | { event: 'bye'; data: { reason: 'signed-out' | 'slow' | 'restart' } }

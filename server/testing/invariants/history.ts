import { isDeepStrictEqual } from 'node:util'
import type { Checkpoint, Outcome } from '../../../sync/protocol.ts'
import type { Step } from '../grounds/ground.ts'
import type { Drafted } from './drafts.ts'
import { Exits } from './exits.ts'
import type { Delivered } from './phones.ts'

/** A promise that was broken. */
export type Violation = { invariant: string; says: string; rows: unknown }

export type Document = { id: string; _deleted: boolean } & Record<string, unknown>

/** An intent that a device sent to a server; the device may send it again under the same id. */
export type Said = { id: string; name: string; args: object; ask: number; account: 'guest' | string }

/** Records what the devices saw. The server may fail or be silent at any time, but what it once said must hold. */
export class History {
  readonly violations: Violation[] = []
  readonly said: Said[] = []
  /** Videos of which a device was told that every byte is stored. */
  readonly sent = new Set<string>()
  /** The documents that a device has from its pulls, by `reader collection`. */
  readonly replicas = new Map<string, { checkpoint: Checkpoint | null; documents: Map<string, Document> }>()
  /** Which private words were heard by whom. */
  readonly exits = new Exits()
  /** The push messages that the push service received for this schedule's devices. */
  readonly delivered: Delivered[] = []
  /** What the member's device saves to its draft; null until it does. */
  drafted: Drafted | null = null
  /** The steps that took effect; a step that had nothing to do, such as refunding nothing, is not among them. */
  readonly done: Step[] = []
  /** How many faults the devices themselves caused. */
  struck = 0
  private readonly outcomes = new Map<string, Outcome>()
  private readonly taken = new Map<string, { from: number; to: number }[]>()

  accuse(invariant: string, says: string, rows: unknown): void {
    this.violations.push({ invariant, says, rows })
  }

  /** S2: records an outcome. An intent has one outcome for ever. */
  settled(outcome: Outcome): void {
    if (outcome.state === 'failed') return
    const before = this.outcomes.get(outcome.id)
    if (before && !isDeepStrictEqual(before, outcome)) {
      this.accuse('S2', 'an intent has two outcomes', [before, outcome])
    }
    this.outcomes.set(outcome.id, outcome)
  }

  readonly outcomeOf = (id: string): Outcome | undefined => this.outcomes.get(id)

  /** D2: records bytes that the server took. Each byte is taken from one sender, once. */
  bytesTaken(mediaId: string, { from, to, total }: { from: number; to: number; total: number }): void {
    const pieces = this.taken.get(mediaId) ?? []
    const twice = pieces.find((piece) => piece.from < to && from < piece.to)
    if (twice && from < to)
      this.accuse('D2', 'two senders were told that the same bytes were taken', [
        twice,
        { from, to, mediaId },
      ])
    this.taken.set(mediaId, [...pieces, { from, to }])
    if (to === total) this.sent.add(mediaId)
  }

  /** Forgets the upload's bytes, because the device gave up and starts again with the first byte. */
  forgetBytes(mediaId: string): void {
    this.taken.delete(mediaId)
  }
}

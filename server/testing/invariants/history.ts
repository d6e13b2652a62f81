import { isDeepStrictEqual } from 'node:util'
import type { Checkpoint, Outcome } from '../../../sync/protocol.ts'
import type { Step } from '../grounds/ground.ts'
import type { Drafted } from './drafts.ts'
import { Exits } from './exits.ts'
import type { Delivered } from './phones.ts'

/** A promise that was not kept. */
export type Violation = { invariant: string; says: string; rows: unknown }

export type Document = { id: string; _deleted: boolean } & Record<string, unknown>

/** Something a device said to a server; it may say so again, under the same id. */
export type Said = { id: string; name: string; args: object; ask: number; account: 'guest' | string }

/**
 * What the devices saw. The server may fail and be silent as often as it likes, but what it once said holds.
 */
export class History {
  readonly violations: Violation[] = []
  readonly said: Said[] = []
  /** Videos of which a device was told that every byte is kept. */
  readonly sent = new Set<string>()
  /** Documents as a device has them by its pulls, by `reader collection`. */
  readonly replicas = new Map<string, { checkpoint: Checkpoint | null; documents: Map<string, Document> }>()
  /** Who heard what of that which is private. */
  readonly exits = new Exits()
  /** What the push service was handed for the devices of this schedule. */
  readonly delivered: Delivered[] = []
  /** What the member's device writes; null until somebody acts. */
  drafted: Drafted | null = null
  /** Steps that happened; what had nothing to do, such as a refund of nothing, is none of them. */
  readonly done: Step[] = []
  /** Faults that the devices themselves brought about. */
  struck = 0
  private readonly outcomes = new Map<string, Outcome>()
  private readonly taken = new Map<string, { from: number; to: number }[]>()

  accuse(invariant: string, says: string, rows: unknown): void {
    this.violations.push({ invariant, says, rows })
  }

  /** S2: an id gets one outcome, for ever. */
  settled(outcome: Outcome): void {
    if (outcome.state === 'failed') return
    const before = this.outcomes.get(outcome.id)
    if (before && !isDeepStrictEqual(before, outcome)) {
      this.accuse('S2', 'an intent has two outcomes', [before, outcome])
    }
    this.outcomes.set(outcome.id, outcome)
  }

  readonly outcomeOf = (id: string): Outcome | undefined => this.outcomes.get(id)

  /** D2: every byte is taken from one sender, once. */
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

  /** The upload was given up, and begins from its first byte. */
  forgetBytes(mediaId: string): void {
    this.taken.delete(mediaId)
  }
}

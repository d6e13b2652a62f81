import type { AskDraft } from './ask-draft.ts'
import type { Problem } from './send-ask.ts'
import { type CardStage, IDLE, isUnderWay, type SendingStage } from './sending-stage.ts'

export type SenderState = {
  stage: SendingStage
  problem: Problem | null
  /** The payment that was set up, whatever stage the sending is at. */
  card: CardStage | null
  /** Whether the bank is asked about the card, or has just said that it is held: nothing may release it meanwhile. */
  isConfirming: boolean
  /**
   * For how much the question was submitted, in cents: from then on nothing of it is changed here. Null when it was
   * not, or when its sending stopped; undefined until it is known what waits on this device.
   */
  submittedCents: number | null | undefined
}

/** Checks whether the question was submitted, so that nothing of it is changed or taken back here. */
export function isSubmitted({
  stage,
  submittedCents,
}: Pick<SenderState, 'stage' | 'submittedCents'>): boolean {
  return isUnderWay(stage) || typeof submittedCents === 'number'
}

/** Holds how far a sender is, and tells its listeners of every change. */
export class ToldState {
  #state: SenderState
  readonly #listeners = new Set<() => void>()

  /** A draft that the server has stored may have been submitted. */
  constructor({ prepared }: Pick<AskDraft, 'prepared'>) {
    const submittedCents = prepared ? undefined : null
    this.#state = { stage: IDLE, problem: null, card: null, isConfirming: false, submittedCents }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly getState = (): SenderState => this.#state

  protected tell(change: Partial<SenderState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

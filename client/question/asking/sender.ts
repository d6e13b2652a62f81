import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { COPY } from '../../../sync/copy.ts'
import { floorCents } from '../../../sync/payment/amount.ts'
import type { Device } from '../../db/device.ts'
import { dropAskedTakes } from '../../store/sending/settle-takes.ts'
import { discardTake } from '../../store/takes.ts'
import { cancelPayment } from './ask-calls.ts'
import { type AskDraft, type DraftEvent, offeredCents, termsOf } from './ask-draft.ts'
import {
  followAsk,
  leftOf,
  lookBack,
  type Prepared,
  type Problem,
  prepareSending,
  type Renewed,
  type Sending,
  type SendingStage,
  sendVideo,
  wantAsked,
} from './send-ask.ts'

/** What is asked, by whom, and who hears of it; always as the screen has it now. */
export type SenderFacts = {
  device: Device
  athlete: PublicAthlete
  draftId: string
  draft: AskDraft
  dispatch: (event: DraftEvent) => void
  /** The draft is saved before anything is sent for it. */
  saveNow: () => Promise<void>
  /** The question is asked: the draft goes. */
  onAsked: (asked: { viewPath: string | null; wasEarlier: boolean }) => Promise<void>
}

export type SenderState = {
  stage: SendingStage
  problem: Problem | null
  /** The payment that was set up, whatever is under way for it right now. */
  card: Extract<SendingStage, { at: 'card' }> | null
}

const IDLE: SendingStage = { at: 'idle' }

/**
 * Sends a question: prepared, then the video, then the card, then the intent; each step safe to be repeated, and one
 * task at a time however often a button is pressed.
 */
export class Sender {
  facts: SenderFacts
  #state: SenderState = { stage: IDLE, problem: null, card: null }
  #running: AbortController | null = null
  readonly #listeners = new Set<() => void>()

  constructor(facts: SenderFacts) {
    this.facts = facts
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly getState = (): SenderState => this.#state

  /** Leaving step 3 with an amount, or coming to step 4 without it: the payment is set up (S1-4.14, D97). */
  readonly prepare = (): Promise<boolean> =>
    this.#run(async (signal) => {
      const prepared = await this.#prepare(signal)
      if (!prepared) return false
      const { stage } = prepared
      this.#tell({ stage, card: stage.at === 'card' ? stage : null })
      if (stage.at === 'asking') await this.#ask(this.#sending(signal, prepared.renewed))
      return true
    })

  /** What the card waits for: the truth about an earlier try, then the video. */
  readonly beforeCard = (): Promise<boolean> =>
    this.#run(async (signal) => {
      const sending = this.#sending(signal)
      const known = sending.draft.prepared ? await lookBack(sending.draft) : null
      if (known) {
        if (known.at === 'asking') await this.#ask(sending)
        else await this.#settle(known)
        return false
      }
      this.#tell({ problem: null })
      const sent = await sendVideo(sending)
      this.#stop(sent.ok ? null : sent.problem)
      return sent.ok
    })

  readonly afterCard = (): Promise<boolean> =>
    this.#run(async (signal) => {
      await this.#ask(this.#sending(signal))
      return true
    })

  /** Without a payment: the intent is safe first, the bytes follow, the server puts them together. */
  readonly submitFree = (): Promise<boolean> =>
    this.#run(async (signal) => {
      const prepared = await this.#prepare(signal)
      if (!prepared) return false
      const sending = this.#sending(signal, prepared.renewed)
      await wantAsked(sending)
      const sent = await sendVideo(sending)
      if (!sent.ok && !sent.problem?.isVerdict) return this.#stop(sent.problem)
      await this.#follow(sending)
      return true
    })

  /** A draft whose sending was interrupted: what has become of it in the meantime. */
  readonly lookBack = async (): Promise<boolean> => {
    let isNew = false
    const hasLooked = await this.#run(async (signal) => {
      this.#tell({ stage: { at: 'preparing' } })
      const known = await lookBack(this.facts.draft)
      if (known?.at === 'asking') await this.#ask(this.#sending(signal))
      else if (known) await this.#settle(known)
      else isNew = true
      return true
    })
    // told only now, because whoever hears it sets up the payment at once
    if (isNew && !this.#running) this.#tell({ stage: IDLE })
    return hasLooked
  }

  /**
   * The words stay, under another id, and so does the video: one that never arrived goes on under another id too, one
   * that cannot be read does not. `onBack` hears once, however often it is pressed, whether anything is to be recorded anew.
   */
  readonly takeBack = (reason: string | null, onBack: (isWhole: boolean) => void): Promise<boolean> =>
    this.#run(async () => {
      const { device, draft, dispatch } = this.facts
      if (reason === 'discount-gone') dispatch({ type: 'discount', discount: null })
      if (reason === 'video-unreadable' && draft.video) await discardTake(device, draft.video.id)
      const { questionId, video } = await leftOf(reason, this.facts)
      dispatch({ type: 'given-back', questionId, video })
      this.#tell({ stage: IDLE, card: null, problem: null })
      onBack(video !== null || draft.video === null)
      return true
    })

  /**
   * Back from the last step: nothing is waited for any more, the payment is cancelled and the secret forgotten. Should
   * the cancelling fail, the server lets the payment go by itself later (S1-4.21–4.23).
   */
  readonly reset = (): void => {
    this.cancel()
    const { card } = this.#state
    if (card) void cancelPayment(card.paymentIntentId)
    this.#tell({ stage: IDLE, card: null })
  }

  /** Ends the waiting, never what is already on its way. */
  readonly cancel = (): void => {
    this.#running?.abort()
    this.#running = null
  }

  readonly clearProblem = (): void => this.#tell({ problem: null })

  async #prepare(signal: AbortSignal): Promise<Prepared | null> {
    this.#tell({ problem: null })
    await this.facts.saveNow()
    const prepared = await prepareSending(this.#sending(signal))
    if (signal.aborted) return null
    if (prepared.ok) {
      applyPrepared(prepared.value, this.facts)
      return prepared.value
    }
    const { problem } = prepared
    const known = problem?.code === 'ask-closed' ? await lookBack(this.facts.draft) : null
    if (known) await this.#settle(known)
    else {
      learnPrice(problem, this.facts)
      this.#stop(problem)
    }
    return null
  }

  async #ask(sending: Sending): Promise<void> {
    await wantAsked(sending)
    await this.#follow(sending)
  }

  async #follow(sending: Sending): Promise<void> {
    this.#tell({ stage: { at: 'asking' } })
    await this.#settle(await followAsk(sending))
  }

  async #settle(end: SendingStage): Promise<void> {
    const { device, draftId, onAsked } = this.facts
    this.#tell({ stage: end })
    if (end.at !== 'asked') return
    await dropAskedTakes(device, draftId)
    await onAsked(end)
  }

  /** Back to where a button can be pressed again: the card, if it was there already. */
  #stop(problem: Problem | null): false {
    this.#tell({ problem, stage: this.#state.card ?? IDLE })
    return false
  }

  #sending(signal: AbortSignal, renewed: Renewed | null = null): Sending {
    const { device, draftId, athlete } = this.facts
    const draft = { ...this.facts.draft, ...renewed }
    const amountCents = offeredCents(draft, termsOf(draft, athlete)) ?? 0
    const tell = (stage: SendingStage) => this.#tell({ stage })
    return { device, draftId, draft, athleteId: athlete.id, amountCents, signal, tell }
  }

  #tell(change: Partial<SenderState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  async #run(task: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
    if (this.#running) return false
    const controller = new AbortController()
    this.#running = controller
    try {
      return await task(controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return false
      reportError(error)
      return this.#stop({ text: COPY.submission })
    } finally {
      if (this.#running === controller) this.#running = null
    }
  }
}

function applyPrepared({ firstTime, renewed }: Prepared, { dispatch, athlete }: SenderFacts): void {
  if (renewed) dispatch({ type: 'renewed', ...renewed })
  if (athlete.promo) dispatch({ type: 'first-time', firstTime })
  dispatch({ type: 'prepared', prepared: true })
}

/** Refused for its amount, a promo athlete's "first" question was not the first one; nor is a refused code a discount. */
function learnPrice(problem: Problem | null, { draft, athlete, dispatch }: SenderFacts): void {
  if (problem?.code?.startsWith('discount-')) dispatch({ type: 'discount', discount: null })
  const isFree = floorCents(termsOf(draft, athlete)) === 0
  if (problem?.code === 'amount-below-price' && athlete.promo && isFree)
    dispatch({ type: 'first-time', firstTime: false })
}

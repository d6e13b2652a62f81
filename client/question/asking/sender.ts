import { FORM_COPY } from '../../../sync/forms/copy.ts'
import { dropAskedTakes } from '../../store/sending/settle-takes.ts'
import { cancelPayment } from './ask-calls.ts'
import { isAsPrepared, offeredCents, termsOf } from './ask-draft.ts'
import { isCardOutdated, isLetGo } from './card-check.ts'
import { applyPrepared, keepWords, learnPrice, makeDraftAgain } from './learn-of-server.ts'
import {
  CARD_AGAIN,
  followAsk,
  lookAt,
  lookIfPrepared,
  type Problem,
  prepareSending,
  type Renewed,
  type Sending,
  sendVideo,
} from './send-ask.ts'
import type { SenderFacts } from './sender-facts.ts'
import { isSubmitted, ToldState } from './sender-state.ts'
import { IDLE, type SendingStage } from './sending-stage.ts'
import { lookBackAt, wantAsked } from './want-asked.ts'

/**
 * Sends a question in this order: prepare, video, card, intent. Every step can safely be repeated, and only one
 * task runs at a time, however often the user presses a button.
 */
export class Sender extends ToldState {
  facts: SenderFacts
  #running: AbortController | null = null
  /** The payment whose card was confirmed last, whether or not that succeeded. */
  #tried: string | null = null
  #isConfirmed = false

  constructor(facts: SenderFacts) {
    super(facts.draft)
    this.facts = facts
  }

  /** Sets up the payment: when the fan leaves step 3 with an amount, or reaches step 4 without one (S1-4.14, D97). */
  readonly prepare = (): Promise<boolean> => this.#run((signal) => this.#setUp(signal))

  /**
   * Runs before the card is confirmed: checks on an earlier try and on the payment, then uploads the video. False
   * stops the card.
   */
  readonly beforeCard = (): Promise<boolean> =>
    this.#run(async (signal) => {
      const sending = this.#sending(signal)
      const { known, hold } = await lookIfPrepared(sending.draft)
      // Back has let the payment go meanwhile.
      signal.throwIfAborted()
      if (known) {
        await this.#goOn(known, sending)
        return false
      }
      if (
        isCardOutdated(this.getState().card, { sending, hold, tried: this.#tried }) &&
        !(await this.#setUpAgain(signal))
      )
        return false
      this.tell({ problem: null })
      const sent = await sendVideo(sending)
      this.#stop(sent.ok ? null : sent.problem)
      if (sent.ok) this.#tried = this.getState().card?.paymentIntentId ?? null
      this.tell({ isConfirming: sent.ok })
      return sent.ok
    })

  /** Asks the question once its card is confirmed, unless the payment was let go meanwhile, as by another tab. */
  readonly afterCard = async (): Promise<boolean> => {
    this.#isConfirmed = true
    const isAsked = await this.#run(async (signal) => {
      const sending = this.#sending(signal)
      return isLetGo(await lookAt(sending.draft)) ? this.#setUpAgain(signal) : this.#ask(sending)
    })
    this.#isConfirmed = false
    this.tell({ isConfirming: false })
    return isAsked
  }

  /** Ends a confirmation that failed. Once `afterCard` has begun, that ends it. */
  readonly endCard = (): void => {
    if (!this.#isConfirmed) this.tell({ isConfirming: false })
  }

  /** Submits a question without a payment: appends the intent first so that it is safe, then uploads the video. */
  readonly submitFree = (): Promise<boolean> =>
    this.#run(async (signal) => {
      const prepared = await this.#prepare(signal)
      return prepared ? this.#ask(prepared.taken) : false
    })

  /** Finds out what became of a draft whose sending was interrupted; false offline where nothing here tells. */
  readonly lookBack = async (isOnline = true): Promise<boolean> => {
    let isNew = false
    const hasLooked = await this.#run(async (signal) => {
      this.tell({ stage: { at: 'preparing' } })
      const { draft } = this.facts
      const known = await lookBackAt(this.facts, (submittedCents) => {
        signal.throwIfAborted()
        this.tell({ submittedCents })
      })
      if (known) await this.#goOn(known, { ...this.#sending(signal), draft })
      else isNew = true
      return !isNew || isOnline
    })
    // Tell the listeners only after the task has ended: they set up the payment at once, and only one task can run.
    if (isNew && !this.#running) this.tell({ stage: IDLE })
    return hasLooked
  }

  /**
   * Makes a draft again of a question that was given back. Calls `onBack` once, however often the button is pressed,
   * with false when the fan has to record a new video.
   */
  readonly takeBack = (reason: string | null, onBack: (isWhole: boolean) => void): Promise<boolean> =>
    this.#run(async () => {
      const isWhole = await makeDraftAgain(reason, this.facts)
      this.tell({ stage: IDLE, card: null, problem: null, submittedCents: null })
      onBack(isWhole)
      return true
    })

  /**
   * Called when the fan goes back from the last step: stops waiting, cancels the payment and forgets its secret, or
   * else the server releases it later (S1-4.21–4.23). Does nothing while the card is being confirmed, and once the
   * question is submitted, because it is on its way with its card held.
   */
  readonly reset = (): void => {
    const { card, stage, isConfirming } = this.getState()
    if (isConfirming || isSubmitted(this.getState()) || stage.at === 'asked') return
    this.cancel()
    if (card) void cancelPayment(card.paymentIntentId)
    this.tell({ stage: IDLE, card: null })
  }

  /** Stops waiting, but does not stop what is already on its way to the server. */
  readonly cancel = (): void => {
    this.#running?.abort()
    this.#running = null
  }

  readonly clearProblem = (): void => this.tell({ problem: null })

  async #setUp(signal: AbortSignal): Promise<boolean> {
    const prepared = await this.#prepare(signal)
    if (!prepared) return false
    const { stage, taken } = prepared
    this.tell({ stage, card: stage.at === 'card' ? stage : null })
    if (stage.at === 'asking') await this.#ask(taken)
    return true
  }

  /** Sets up the payment anew. Returns whether it is still the one whose card form is on the screen. */
  async #setUpAgain(signal: AbortSignal): Promise<boolean> {
    const before = this.getState().card?.paymentIntentId
    if (!(await this.#setUp(signal))) return false
    const { card } = this.getState()
    if (card?.paymentIntentId === before) return true
    if (card) this.tell({ problem: { text: CARD_AGAIN } })
    return false
  }

  /** Prepares the question. Returns the next stage, and the question as the server has taken it. */
  async #prepare(signal: AbortSignal): Promise<{ stage: SendingStage; taken: Sending } | null> {
    this.tell({ problem: null })
    await this.facts.saveNow()
    const sending = this.#sending(signal)
    const prepared = await prepareSending(sending)
    if (signal.aborted) return null
    if (prepared.ok) {
      const draft = applyPrepared(prepared.value, sending.draft, this.facts)
      return { stage: prepared.value.stage, taken: { ...sending, draft } }
    }
    const { problem } = prepared
    const known = problem?.code === 'ask-closed' ? (await lookAt(this.facts.draft)).known : null
    if (known) await this.#goOn(known, sending)
    else {
      learnPrice(problem, this.facts)
      this.#stop(problem)
    }
    return null
  }

  /** Follows a question that is on its way, or shows how it ended. */
  async #goOn(known: SendingStage, sending: Sending): Promise<void> {
    if (known.at === 'asking') await this.#ask(sending)
    else await this.#settle(known)
  }

  /** Appends the intent, sends the video of a question without a payment, and follows the question to its end. */
  async #ask(sending: Sending): Promise<boolean> {
    const unasked = await wantAsked(sending)
    if (unasked) return this.#stop(unasked)
    this.tell({ submittedCents: sending.amountCents })
    // The video of a paid question was sent before its card was asked for.
    const sent = sending.amountCents === 0 ? await sendVideo(sending) : null
    if (sent && !sent.ok && !sent.problem?.isVerdict) return this.#stop(sent.problem)
    this.tell({ stage: { at: 'asking' } })
    await this.#settle(await followAsk(sending))
    return true
  }

  async #settle(end: SendingStage): Promise<void> {
    const { device, draftId, draft, onAsked } = this.facts
    if (end.at === 'asked' && !isAsPrepared(draft))
      return this.tell({
        stage: IDLE,
        card: null,
        submittedCents: null,
        problem: await keepWords(this.facts),
      })
    this.tell({ stage: end })
    if (end.at !== 'asked') return
    await dropAskedTakes(device, draftId).catch(reportError)
    await onAsked(end)
  }

  /** Returns to a stage in which the user can press a button again: the card if a payment is set up, or idle. */
  #stop(problem: Problem | null): false {
    this.tell({ problem, stage: this.getState().card ?? IDLE, submittedCents: null })
    return false
  }

  #sending(signal: AbortSignal): Sending {
    const { device, draftId, draft, athlete } = this.facts
    const amountCents = this.getState().submittedCents ?? offeredCents(draft, termsOf(draft, athlete)) ?? 0
    const tell = (stage: SendingStage) => this.tell({ stage })
    const renew = (ids: Renewed) => this.facts.dispatch({ type: 'renewed', ...ids })
    return { device, draftId, draft, athleteId: athlete.id, amountCents, signal, tell, renew }
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
      return this.#stop({ text: FORM_COPY.submission })
    } finally {
      if (this.#running === controller) this.#running = null
    }
  }
}

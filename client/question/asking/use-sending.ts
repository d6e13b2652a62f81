import { useEffect, useRef, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { floorCents } from '../../../sync/payment/amount.ts'
import type { Device } from '../../store/device.ts'
import { newId } from '../../store/new-id.ts'
import { dropAskedTakes } from '../../store/sending/settle-takes.ts'
import { discardTake } from '../../store/takes.ts'
import { type AskDraft, type DraftEvent, offeredCents, termsOf } from './ask-draft.ts'
import {
  followAsk,
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

type Options = {
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

type CardStage = Extract<SendingStage, { at: 'card' }>

const IDLE: SendingStage = { at: 'idle' }
/** Why it was given back, where the video is to blame and cannot be sent again. */
const VIDEO_REASONS = ['video-unreadable', 'video-not-there']

/**
 * Sends the question: prepared, then the video, then the card, then the intent; each step safe to be repeated, and
 * one at a time however often a button is pressed.
 */
export function useSending(options: Options) {
  const [stage, setStage] = useState<SendingStage>(IDLE)
  const [card, setCard] = useState<CardStage | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const latest = useRef(options)
  latest.current = options
  const run = useRun()

  const sendingNow = (signal: AbortSignal, renewed: Renewed | null = null): Sending => {
    const { device, draftId, athlete } = latest.current
    const draft = { ...latest.current.draft, ...renewed }
    const amountCents = offeredCents(draft, termsOf(draft, athlete)) ?? 0
    return { device, draftId, draft, athleteId: athlete.id, amountCents, signal, tell: setStage }
  }
  /** Back to where a button can be pressed again: the card, if it was there already. */
  const stop = (found: Problem | null) => {
    setProblem(found)
    setStage(card ?? IDLE)
    return false
  }
  const settle = async (end: SendingStage) => {
    const { device, draftId, onAsked } = latest.current
    setStage(end)
    if (end.at !== 'asked') return
    await dropAskedTakes(device, draftId)
    await onAsked(end)
  }
  const follow = async (sending: Sending) => {
    setStage({ at: 'asking' })
    await settle(await followAsk(sending))
  }
  const ask = async (signal: AbortSignal) => {
    const sending = sendingNow(signal)
    await wantAsked(sending)
    await follow(sending)
  }
  const prepare = async (signal: AbortSignal): Promise<Prepared | null> => {
    setProblem(null)
    await latest.current.saveNow()
    const prepared = await prepareSending(sendingNow(signal))
    if (signal.aborted) return null
    if (!prepared.ok) {
      const known = prepared.problem?.code === 'ask-closed' ? await lookBack(latest.current.draft) : null
      if (known) {
        await settle(known)
        return null
      }
      learnPrice(prepared.problem, latest.current)
      stop(prepared.problem)
      return null
    }
    applyPrepared(prepared.value, latest.current)
    return prepared.value
  }

  return {
    stage,
    problem,
    /** The payment that was set up, whatever is under way for it right now. */
    card,
    /** Leaving step 3 with an amount, or coming to step 4 without it: the payment is set up (S1-4.14, D97). */
    prepare: () =>
      run(async (signal) => {
        const prepared = await prepare(signal)
        if (!prepared) return false
        setStage(prepared.stage)
        setCard(prepared.stage.at === 'card' ? prepared.stage : null)
        if (prepared.stage.at === 'asking') await ask(signal)
        return true
      }),
    /** What the card waits for. */
    beforeCard: () =>
      run(async (signal) => {
        const before = latest.current.draft
        const known = before.prepared ? await lookBack(before) : null
        if (known) {
          if (known.at === 'asking') await ask(signal)
          else await settle(known)
          return false
        }
        setProblem(null)
        const sent = await sendVideo(sendingNow(signal))
        stop(sent.ok ? null : sent.problem)
        return sent.ok
      }),
    afterCard: () =>
      run(async (signal) => {
        await ask(signal)
        return true
      }),
    /** Without a payment: the intent is safe first, the bytes follow, the server puts them together. */
    submitFree: () =>
      run(async (signal) => {
        const prepared = await prepare(signal)
        if (!prepared) return false
        const sending = sendingNow(signal, prepared.renewed)
        await wantAsked(sending)
        const sent = await sendVideo(sending)
        if (!sent.ok) return stop(sent.problem)
        await follow(sending)
        return true
      }),
    /** A draft whose sending was interrupted: what has become of it in the meantime. */
    lookBack: () =>
      run(async (signal) => {
        setStage({ at: 'preparing' })
        const known = await lookBack(latest.current.draft)
        if (known?.at === 'asking') await ask(signal)
        else await settle(known ?? IDLE)
        return true
      }),
    /** The words stay, under another id; an unreadable video does not. */
    takeBack: (reason: string | null) => {
      const { device, draft, dispatch } = latest.current
      const keepsVideo = !VIDEO_REASONS.includes(reason ?? '')
      if (!keepsVideo && draft.video) void discardTake(device, draft.video.id)
      dispatch({ type: 'given-back', questionId: newId(), keepsVideo })
      setCard(null)
      setStage(IDLE)
    },
    /** Back from the last step: nothing is under way any more, the secret is forgotten (S1-4.21–4.23). */
    reset: () => {
      run.cancel()
      setCard(null)
      setStage(IDLE)
    },
    clearProblem: () => setProblem(null),
  }
}

function applyPrepared({ firstTime, renewed }: Prepared, { dispatch, athlete }: Options): void {
  if (renewed) dispatch({ type: 'renewed', ...renewed })
  if (athlete.promo) dispatch({ type: 'first-time', firstTime })
  dispatch({ type: 'prepared', prepared: true })
}

/** Refused for its amount, a promo athlete's "first" question was not the first one. */
function learnPrice(problem: Problem | null, { draft, athlete, dispatch }: Options): void {
  const isFree = floorCents(termsOf(draft, athlete)) === 0
  if (problem?.code === 'amount-below-price' && athlete.promo && isFree)
    dispatch({ type: 'first-time', firstTime: false })
}

type Run = {
  (task: (signal: AbortSignal) => Promise<boolean>): Promise<boolean>
  cancel: () => void
}

/** One task at a time; leaving the screen, or `cancel`, ends the waiting, never what is already on its way. */
function useRun(): Run {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run: Run = async (task) => {
    if (running.current) return false
    const controller = new AbortController()
    running.current = controller
    try {
      return await task(controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) throw error
      return false
    } finally {
      if (running.current === controller) running.current = null
    }
  }
  run.cancel = () => {
    running.current?.abort()
    running.current = null
  }
  return run
}

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { newId } from '../../api/new-id.ts'
import type { Device } from '../../db/device.ts'
import { leaveWords, nextMoment } from '../../store/account/draft-backup.ts'
import { discardDraft, keepDraft, tellDraft, watchOtherPages } from '../../store/drafts.ts'
import { isCausedBy } from '../../store/takes.ts'
import { showToast } from '../../ui/toasts.ts'
import type { EarlyWords } from '../first-step/use-early-step.ts'
import {
  type AskDraft,
  changedElsewhere,
  type DraftEvent,
  emptyDraft,
  hasContent,
  nextDraft,
} from './ask-draft.ts'
import {
  type DraftKept,
  type DraftSaver,
  type DraftSink,
  keptInDatabase,
  startDraftSaver,
} from './draft-saver.ts'
import { type FoundDraft, forgetDraft, type Submitted, standingOf, takeUp } from './find-drafts.ts'
import { knownAsker, stillToFill, useKnownAsker } from './known-asker.ts'
import { useFoundDrafts } from './use-found-drafts.ts'

type Opened = { id: string; draft: AskDraft }
type OpenEvent = DraftEvent | { type: 'open'; opened: Opened } | { type: 'close' }

type AskDraftOptions = Parameters<typeof useFoundDrafts>[0] &
  Pick<AskDraft, 'page'> & {
    /** Returns what the fan entered before this hook was loaded. Must be the same function on every render. */
    earlyWords?: () => EarlyWords | null
  }

const noWords = () => null

/**
 * Manages the draft of the question to this athlete. Offers drafts left earlier, here or on another device, until the
 * fan writes something; from then on saves every change as soon as it is made.
 */
export function useAskDraft(where: AskDraftOptions) {
  const { device, athleteId, page, earlyWords = noWords } = where
  const found = useFoundDrafts(where)
  const [lacksVideo, setLacksVideo] = useState(false)
  const [opened, dispatch] = useReducer(nextOpened, null)
  const { saver, kept } = useSaving(device, athleteId, opened)
  useOtherPages({ device, opened, saver, dispatch })
  useKnownAsker({ account: device.account, opened, dispatch })
  const { offered, hasNothing, setChosen } = useOffered(found, opened, earlyWords)

  const startFresh = useCallback(
    (asker = knownAsker(device.account)) => {
      const { id = newId(), ...words } = earlyWords() ?? {}
      const draft = { ...emptyDraft(id, asker), page, ...words }
      dispatch({ type: 'open', opened: { id, draft } })
    },
    [device, page, earlyWords],
  )
  useEffect(() => {
    if (hasNothing) startFresh()
  }, [hasNothing, startFresh])

  const resume = async (chosen: FoundDraft) => {
    const taken = await takeUp(device, chosen).catch(tellFull)
    // The page for asking has nothing else to show.
    if (!taken && page === 'request') setChosen(true)
    if (!taken) return page === 'request' ? startFresh() : undefined
    const { id, draft } = taken
    setChosen(true)
    setLacksVideo(taken.lacksVideo)
    const asker = { ...draft.asker, ...stillToFill(draft.asker, knownAsker(device.account)) }
    dispatch({ type: 'open', opened: { id, draft: { ...draft, asker, page } } })
  }
  /** Begins a new draft; what becomes of the offered one, `leftOf` decides. */
  const beginAnew = async () => {
    const left = await leftOf(device, offered)
    if (left?.submitted === 'yes') return resume(left)
    setChosen(true)
    startFresh()
    if (left?.submitted === 'no') await forgetDraft(device, left)
  }
  /**
   * Begins a new draft in place of the open one at once, with the same asker. Discards the former one unless it was or
   * may have been submitted, and resolves with whether it was.
   */
  const startOver = ({ id, draft }: Opened) => {
    const saved = saver.flush()
    startFresh(draft.asker)
    return saved.then(() => forgetUnsubmitted(device, { id, draft, origin: 'here' }))
  }
  /** Stops saving and discards the draft of a question that was asked. The screen may unmount at the same moment. */
  const drop = async (draftId: string) => {
    saver.stop()
    await forgetAsked(device, draftId)
    setChosen(true)
    dispatch({ type: 'close' })
  }
  const ways = { resume, beginAnew, startOver, drop, saveNow: saver.flush }
  return { offered, opened, lacksVideo, kept, dispatch: dispatch as (event: DraftEvent) => void, ...ways }
}

/** Returns which of the found drafts are offered, and whether there is nothing to offer, so that a new one begins. */
function useOffered(
  found: FoundDraft[] | null,
  opened: Opened | null,
  earlyWords: NonNullable<AskDraftOptions['earlyWords']>,
) {
  const [isChosen, setChosen] = useState(false)
  const isBlank = !opened || !hasContent(opened.draft)
  const isBegun = !opened && found !== null && earlyWords() !== null
  const offered = found && !isChosen && isBlank && !isBegun ? found : []
  // A fan who has begun to write gets no more offers, even if they empty the field again.
  useEffect(() => {
    if (!isBlank) setChosen(true)
  }, [isBlank])
  const hasNothing = (found?.length === 0 && !isChosen) || isBegun
  return { offered, hasNothing, setChosen }
}

/** Discards the draft of a question that was asked; one that stays is found to be asked. */
const forgetAsked = (device: Device, draftId: string) => discardDraft(device, draftId).catch(() => {})

/** Discards a draft unless it was or may have been submitted, and resolves with whether it was. */
async function forgetUnsubmitted(
  device: Device,
  draft: Parameters<typeof forgetDraft>[1],
): Promise<Submitted> {
  const { submitted } = await standingOf(device, draft)
  if (submitted === 'no') await forgetDraft(device, draft)
  return submitted
}

/**
 * Returns the offered draft of which it was said that starting fresh discards it, with how it stands now; null where
 * none was. It is discarded unless it may have been submitted, and continued if it was submitted since.
 */
async function leftOf(device: Device, offered: readonly FoundDraft[]): Promise<FoundDraft | null> {
  const [only] = offered
  if (!only || offered.length > 1 || only.submitted !== 'no') return null
  return { ...only, submitted: (await standingOf(device, only)).submitted }
}

/** Tells the fan that a full device has no room for a guest's video beside itself. Throws any other error. */
function tellFull(error: unknown): null {
  if (!isCausedBy(error, 'QuotaExceededError')) throw error
  showToast({
    text: 'This device is full, so your question could not be opened. It is safe: make some room, and try again.',
    tone: 'danger',
  })
  return null
}

function nextOpened(opened: Opened | null, event: OpenEvent): Opened | null {
  if (event.type === 'open') return event.opened
  if (event.type === 'close' || !opened) return null
  return { ...opened, draft: nextDraft(opened.draft, event) }
}

type Shared = {
  device: Device
  opened: Opened | null
  saver: DraftSaver<Opened>
  dispatch: (event: OpenEvent) => void
}

/**
 * Takes over what another page of this device writes to the same draft, so that this page does not overwrite it. If
 * the fan has typed something here at the same moment, the words typed here continue as a new draft.
 */
function useOtherPages({ device, opened, saver, dispatch }: Shared): void {
  const latest = useRef(opened)
  latest.current = opened
  const id = opened?.id
  useEffect(() => {
    if (!id) return
    return watchOtherPages(device, id, (body) => {
      const mine = latest.current?.id === id ? latest.current.draft : null
      const theirs = mine && changedElsewhere(mine, body)
      if (!theirs) return
      if (saver.isIdle()) dispatch({ type: 'open', opened: { id, draft: theirs } })
      else dispatch({ type: 'open', opened: { id: newId(), draft: mine } })
    })
  }, [device, id, saver, dispatch])
}

function useSaving(device: Device, athleteId: string, opened: Opened | null) {
  const saved = useRef<string | null>(null)
  const [kept, setKept] = useState<DraftKept>(keptInDatabase)
  const saver = useMemo(() => {
    const sink: DraftSink<Opened> = {
      keep: ({ id, draft }) => keepDraft(device, { id, athleteId, body: JSON.stringify(draft) }),
      tell: ({ id }) => tellDraft(device, id),
      leave: ({ id, draft }) =>
        leaveWords(device.account, {
          ...{ id, athleteId, body: JSON.stringify(draft) },
          savedAt: nextMoment(device.account, id),
        }),
      onKept: setKept,
    }
    return startDraftSaver(sink)
  }, [device, athleteId])

  useEffect(() => {
    // The draft is not worth saving yet, and no saved version of it has to be updated.
    if (!opened || (!hasContent(opened.draft) && saved.current !== opened.id)) return
    saved.current = opened.id
    saver.change(opened)
  }, [opened, saver])

  useEffect(() => {
    const flush = () => void saver.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [saver])
  return { saver, kept }
}

import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { Asker } from '../../../sync/account/asker.ts'
import { getSession } from '../../app/session.ts'
import { isOnline } from '../../pwa/connection.ts'
import { type Device, type DraftRow, openDevice } from '../../store/device.ts'
import { discardDraft, guestDrafts, listDrafts, moveGuestDraft, saveDraft } from '../../store/drafts.ts'
import { newId } from '../../store/new-id.ts'
import { discardTake } from '../../store/takes.ts'
import { type AskDraft, type DraftEvent, emptyDraft, hasContent, nextDraft, readDraft } from './ask-draft.ts'
import { lookBack } from './send-ask.ts'

const SAVE_AFTER_MS = 300
/** Somebody who types without a pause is saved as well. */
const SAVE_ANYWAY_MS = 1_000
const LOOK_BACK_MS = 3_000

/** A draft left here earlier: its row, what is in it, and whether it was begun before signing in. */
export type FoundDraft = {
  row: DraftRow
  draft: AskDraft
  isGuests: boolean
  /** Its page was left while it was being sent, and the server has made a question of it since. */
  asked: { viewPath: string | null } | null
}

type LeftDraft = Omit<FoundDraft, 'asked'>
type Opened = { id: string; draft: AskDraft }
type OpenEvent = DraftEvent | { type: 'open'; opened: Opened } | { type: 'close' }

/**
 * The question being written to this athlete: looked for on the device, offered if there is one, and from then on
 * saved with every change, at the latest when the page is left.
 */
export function useAskDraft(device: Device, athleteId: string) {
  const [found, setFound] = useState<FoundDraft | null>(null)
  const [opened, dispatch] = useReducer(nextOpened, null)
  const save = useSaving(device, athleteId, opened)

  const open = useCallback((next: Opened) => dispatch({ type: 'open', opened: next }), [])
  const startFresh = useCallback(() => {
    const id = newId()
    open({ id, draft: emptyDraft(id, knownOf(device.account)) })
  }, [device, open])

  useEffect(() => {
    let isOver = false
    void findDraft(device, athleteId).then(async (left) => {
      if (isOver) return
      if (!left) return startFresh()
      const asked = await readAsked(left.draft)
      if (isOver) return
      if (asked) await forgetDraft(device, left)
      setFound({ ...left, asked })
    })
    return () => {
      isOver = true
    }
  }, [device, athleteId, startFresh])

  const resume = async () => {
    if (!found) return
    if (found.isGuests) await moveGuestDraft(device.account, found.row.id)
    // a video whose upload the guest had begun goes on under another id
    const moved = found.isGuests ? await findDraft(device, athleteId) : found
    const { draft } = moved ?? found
    setFound(null)
    open({ id: found.row.id, draft: { ...draft, asker: fillIn(draft.asker, knownOf(device.account)) } })
  }
  const discardFound = async () => {
    if (!found) return
    setFound(null)
    startFresh()
    await forgetDraft(device, found)
  }
  /** The question is asked: nothing of it is a draft any more. */
  const drop = async (draftId: string) => {
    save.stop()
    dispatch({ type: 'close' })
    await discardDraft(device, draftId)
  }
  return {
    found,
    opened,
    dispatch: dispatch as (event: DraftEvent) => void,
    resume,
    discardFound,
    drop,
    saveNow: save.now,
  }
}

function nextOpened(opened: Opened | null, event: OpenEvent): Opened | null {
  if (event.type === 'open') return event.opened
  if (event.type === 'close' || !opened) return null
  return { ...opened, draft: nextDraft(opened.draft, event) }
}

function knownOf(account: string) {
  const { person } = getSession()
  if (!person || person.id !== account) return {}
  const { firstName, lastName = '', email = '' } = person
  return { firstName, lastName, email }
}

function fillIn(asker: Asker, known: Partial<Asker>): Asker {
  const { firstName, lastName, email } = asker
  return {
    ...asker,
    firstName: firstName || (known.firstName ?? ''),
    lastName: lastName || (known.lastName ?? ''),
    email: email || (known.email ?? ''),
  }
}

/** The latest draft to this athlete with something in it; one begun before signing in counts as well. */
async function findDraft(device: Device, athleteId: string): Promise<LeftDraft | null> {
  const own = await listDrafts(device)
  const guests = device.account === 'guest' ? [] : await guestDrafts()
  const rows = [
    ...own.map((row) => ({ row, isGuests: false })),
    ...guests.map((row) => ({ row, isGuests: true })),
  ]
  for (const { row, isGuests } of rows) {
    const draft = row.athleteId === athleteId ? readDraft(row.body) : null
    if (draft && hasContent(draft)) return { row, draft, isGuests }
  }
  return null
}

async function forgetDraft(device: Device, { row, draft, isGuests }: LeftDraft): Promise<void> {
  const home = isGuests ? openDevice('guest') : device
  await discardDraft(home, row.id)
  if (draft.video) await discardTake(home, draft.video.id)
}

/** Only what a server that can be reached says at once: a slow one is asked again by the wizard itself. */
async function readAsked({ prepared, ...draft }: AskDraft): Promise<FoundDraft['asked']> {
  if (!prepared || !isOnline()) return null
  const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOOK_BACK_MS))
  const known = await Promise.race([lookBack(draft), patience])
  return known?.at === 'asked' ? { viewPath: known.viewPath } : null
}

function useSaving(device: Device, athleteId: string, opened: Opened | null) {
  const pending = useRef<Opened | null>(null)
  const saved = useRef<string | null>(null)
  const savedAt = useRef(performance.now())
  const isStopped = useRef(false)

  const now = useCallback(async () => {
    const due = pending.current
    pending.current = null
    savedAt.current = performance.now()
    if (!due || isStopped.current) return
    saved.current = due.id
    await saveDraft(device, { id: due.id, athleteId, body: JSON.stringify(due.draft) })
  }, [device, athleteId])

  useEffect(() => {
    // nothing worth keeping yet, and nothing kept that would have to follow
    if (!opened || (!hasContent(opened.draft) && saved.current !== opened.id)) return
    isStopped.current = false
    pending.current = opened
    const waited = performance.now() - savedAt.current
    const timer = setTimeout(() => void now(), waited > SAVE_ANYWAY_MS ? 0 : SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [opened, now])

  useEffect(() => {
    const flush = () => void now()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [now])

  const stop = () => {
    isStopped.current = true
    pending.current = null
  }
  return { now, stop }
}

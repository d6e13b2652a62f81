import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { MediaTicketAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { type CallResult, call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { isDataSpared } from '../../api/network.ts'
import { getSession, serverNow } from '../../api/session.ts'
import { refusalText } from '../../text/refusals.ts'

/** So often is looked whether a video that is being made ready is. */
const LOOK_MS = 5_000
/** What breaks off is opened again after these pauses, as long as it comes no further. */
const AGAIN_MS = [0, 2_000]
/** What breaks off so far from where it did the last time, further on or sought back to, is no matter of its format. */
const PROGRESS_S = 0.5
const CANNOT_OPEN = 'The video cannot be opened right now. It is safe; try again in a moment.'
/** A ticket this close to its end is not handed to a player any more. */
const SPARE_MS = 20_000

export type Ticket =
  | { at: 'asking' }
  | {
      at: 'there'
      playerUrl: string
      fileUrl: string
      shape: number | null
      endsAt: number
      convertedPercent: number | null
      /** It goes on there, in seconds. */
      from: number
      isUnplayable: boolean
    }
  /** The server makes it ready; `fileUrl` where the file can be had as it is. */
  | { at: 'converting'; percent: number; fileUrl: string | null }
  | { at: 'ended' }
  | { at: 'failed'; text: string; isCutOff: boolean }

/**
 * The right to play, renewed when it has run out: by itself when the page is looked at again, by a press while it is
 * being looked at, because a player that is loaded anew forgets where it was.
 */
export function useTicket(videoId: string, token: string | undefined) {
  const [ticket, setTicket] = useState<Ticket>({ at: 'asking' })
  const online = useOnline()
  const known = useRef<Known>({ unplayable: 'never', from: 0, failures: 0 })
  const look = useCallback(async () => {
    const [answer, isSmall] = await Promise.all([
      call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId, ...(token ? { token } : {}) }),
      wantsSmall(getSession().account),
    ])
    setTicket((was) => ticketOf(answer, { was, isSmall, ...known.current }))
  }, [videoId, token])
  const renew = useCallback(async () => {
    setTicket({ at: 'asking' })
    await look()
  }, [look])
  const failures = useFailures({ ticket, known, look, renew, setTicket })
  const isConverting = ticket.at === 'converting'
  useEffect(() => {
    if (!isConverting) return
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isConverting, look])

  useEffect(() => {
    void renew()
  }, [renew])
  const isCutOff = ticket.at === 'failed' && ticket.isCutOff
  useEffect(() => {
    if (online && isCutOff) void renew()
  }, [online, isCutOff, renew])

  const endsAt = ticket.at === 'there' ? ticket.endsAt : null
  useEffect(() => {
    if (endsAt === null) return
    const onVisible = () => {
      if (document.visibilityState === 'visible' && serverNow() >= endsAt) void renew()
    }
    const onEnd = () => {
      if (document.visibilityState === 'visible') setTicket({ at: 'ended' })
    }
    const timer = setTimeout(onEnd, Math.max(0, endsAt - serverNow()))
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [endsAt, renew])
  return { ticket, renew: () => void renew(), ...failures }
}

/** What this browser has met of a video: whether it plays its file, and where that broke off last, in seconds. */
type Known = { unplayable: 'never' | 'until converted' | 'for good'; from: number; failures: number }

type Failing = {
  ticket: Ticket
  known: RefObject<Known>
  look: () => Promise<void>
  renew: () => Promise<void>
  setTicket: (ticket: Ticket) => void
}

/** What is done about a video that breaks off: opened once more there; then it is found out whether its format is to blame. */
function useFailures({ ticket, known, look, renew, setTicket }: Failing) {
  const { fileUrl, convertedPercent } =
    ticket.at === 'there' ? ticket : { fileUrl: '', convertedPercent: null }
  const onUnplayable = useCallback(() => {
    const unplayable = convertedPercent === null ? 'for good' : 'until converted'
    known.current = { ...known.current, unplayable, failures: 0 }
    void look()
  }, [convertedPercent, known, look])
  const onFailed = useCallback(
    async (at: number) => {
      const isElsewhere = Math.abs(at - known.current.from) > PROGRESS_S
      const failures = isElsewhere ? 0 : known.current.failures
      known.current = { ...known.current, failures: failures + 1, from: at }
      // the line was gone, or the browser was out of breath
      const againMs = AGAIN_MS[failures]
      if (againMs !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, againMs))
        return renew()
      }
      if (await canBeRead(fileUrl)) return onUnplayable()
      setTicket({ at: 'failed', text: CANNOT_OPEN, isCutOff: false })
    },
    [fileUrl, known, renew, onUnplayable, setTicket],
  )
  return { onUnplayable, onFailed }
}

/** Whether the file itself can be had: then it is its format that this browser does not play. */
async function canBeRead(fileUrl: string): Promise<boolean> {
  const first = await fetch(fileUrl, {
    headers: { range: 'bytes=0-0' },
    cache: 'no-store',
    // a store of files that players read from is not read from here
    redirect: 'manual',
  }).catch(() => null)
  return first?.ok === true || first?.type === 'opaqueredirect'
}

type Looked = Pick<Known, 'unplayable' | 'from'> & { was: Ticket; isSmall: boolean }

function ticketOf(answer: CallResult<MediaTicketAnswer>, { was, isSmall, unplayable, from }: Looked): Ticket {
  if (answer.ok) {
    const { fileUrl, width, height, expiresAt, convertedPercent } = answer.value
    if (unplayable !== 'never' && convertedPercent !== null)
      return { at: 'converting', percent: convertedPercent, fileUrl }
    const playerUrl = answer.value.playerUrl + (isSmall ? '&quality=small' : '')
    const shape = width > 0 && height > 0 ? width / height : null
    const endsAt = expiresAt - SPARE_MS
    const isUnplayable = unplayable === 'for good'
    return { at: 'there', playerUrl, fileUrl, shape, endsAt, convertedPercent, from, isUnplayable }
  }
  const percent = convertingPercent(answer)
  if (percent !== null) return { at: 'converting', percent, fileUrl: null }
  // one look that came to nothing is followed by the next
  if (was.at === 'converting' && isNetworkError(answer) && answer.reason === 'server') return was
  if (!isNetworkError(answer)) return { at: 'failed', text: refusalText(answer.refusal), isCutOff: false }
  const isCutOff = answer.reason !== 'server'
  const text = isCutOff ? 'Offline. The video plays here when you are back.' : CANNOT_OPEN
  return { at: 'failed', text, isCutOff }
}

/** How far one is that nobody can play before; null where it is refused for anything else. */
function convertingPercent(answer: Extract<CallResult<MediaTicketAnswer>, { ok: false }>): number | null {
  if (isNetworkError(answer) || answer.refusal.code !== 'video-converting') return null
  return Number(answer.refusal.detail?.percent ?? 0)
}

/**
 * Whether a video is asked for in its small version at first: the browser spares data, its network is slow, or the owner of
 * this device chose to save data.
 */
async function wantsSmall(account: string): Promise<boolean> {
  if (isDataSpared()) return true
  if (account === 'guest') return false
  try {
    const [{ openDevice }, { readSendingChoice }] = await Promise.all([
      import('../../db/device.ts'),
      import('../../store/sending/network-preference.ts'),
    ])
    return (await readSendingChoice(openDevice(account))).saveData
  } catch {
    return false
  }
}

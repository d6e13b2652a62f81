import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { MediaTicketAnswer } from '../../../sync/calls.ts'
import { TICKET_MS } from '../../../sync/media/ticket.ts'
import { CALLS } from '../../../sync/paths.ts'
import { type CallResult, call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { isDataSpared } from '../../api/network.ts'
import { getSession } from '../../api/session.ts'
import { refusalText } from '../../text/refusals.ts'

/** How often to check whether a video being converted is ready. */
const LOOK_MS = 5_000
/** The pauses before a video that broke off is opened again, as long as it gets no further. */
const AGAIN_MS = [0, 2_000]
/**
 * How many seconds a break must be from the last one to count as progress, so that the format is not blamed. A
 * position after seeking back counts too.
 */
const PROGRESS_S = 0.5
const CANNOT_OPEN = 'The video cannot be opened right now. It is safe; try again in a moment.'
/** How long before its end a ticket is no longer handed to a player. */
const SPARE_MS = 20_000

export type Ticket =
  | { at: 'asking' }
  | {
      at: 'there'
      playerUrl: string
      fileUrl: string
      shape: number | null
      /** Since when the ticket is valid. */
      since: Asked
      convertedPercent: number | null
      /** The position at which playing continues, in seconds. */
      from: number
      isUnplayable: boolean
    }
  /** The server is converting the video. `fileUrl` is set where the original file can be downloaded. */
  | { at: 'converting'; percent: number; fileUrl: string | null }
  | { at: 'ended' }
  /** The server has deleted the video. */
  | { at: 'gone' }
  | { at: 'failed'; text: string; isCutOff: boolean }

/**
 * Requests the ticket to play a video and renews it after its end: by itself when the page becomes visible again,
 * but by the user's press while it is visible, because a reloaded player loses its position.
 */
export function useTicket(videoId: string, token: string | undefined) {
  const [ticket, setTicket] = useState<Ticket>({ at: 'asking' })
  const online = useOnline()
  const known = useRef<Known>({ unplayable: 'never', from: 0, failures: 0 })
  const look = useCallback(async () => {
    const since = askedNow()
    const [answer, isSmall] = await Promise.all([
      call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId, ...(token ? { token } : {}) }),
      wantsSmall(getSession().account),
    ])
    setTicket((was) => ticketOf(answer, { was, isSmall, since, ...known.current }))
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

  const since = ticket.at === 'there' ? ticket.since : null
  useEffect(() => {
    if (since === null) return
    const onVisible = () => {
      if (document.visibilityState === 'visible' && leftMs(since) <= 0) void renew()
    }
    const onEnd = () => {
      if (document.visibilityState === 'visible') setTicket({ at: 'ended' })
    }
    const timer = setTimeout(onEnd, Math.max(0, leftMs(since)))
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [since, renew])
  return { ticket, renew: () => void renew(), ...failures }
}

/** The moment a ticket was asked for, by the device's clock and by the page's own. */
type Asked = { byClock: number; byPage: number }

const askedNow = (): Asked => ({ byClock: Date.now(), byPage: performance.now() })

/**
 * Returns how much longer a ticket is handed to a player, counted from when it was asked for, because the device's
 * clock may be wrong. The page's own clock stands still while a device sleeps, so the clock that says more counts.
 */
function leftMs({ byClock, byPage }: Asked): number {
  return TICKET_MS - SPARE_MS - Math.max(Date.now() - byClock, performance.now() - byPage)
}

/**
 * What this browser has found out about a video: whether it plays the file, and where it broke off last, in
 * seconds.
 */
type Known = { unplayable: 'never' | 'until converted' | 'for good'; from: number; failures: number }

type Failing = {
  ticket: Ticket
  known: RefObject<Known>
  look: () => Promise<void>
  renew: () => Promise<void>
  setTicket: (ticket: Ticket) => void
}

/** Handles a video that breaks off: opens it again at that position, then checks whether its format is to blame. */
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
      // Try again first, because the network may have been gone, or the browser overloaded.
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

/** Returns whether the file can be read. If so, the browser does not play its format. */
async function canBeRead(fileUrl: string): Promise<boolean> {
  const first = await fetch(fileUrl, {
    headers: { range: 'bytes=0-0' },
    cache: 'no-store',
    // A redirect leads to the file store, which the app may not read from; the redirect alone proves that the file
    // is there.
    redirect: 'manual',
  }).catch(() => null)
  return first?.ok === true || first?.type === 'opaqueredirect'
}

type Looked = Pick<Known, 'unplayable' | 'from'> & { was: Ticket; isSmall: boolean; since: Asked }

function ticketOf(answer: CallResult<MediaTicketAnswer>, looked: Looked): Ticket {
  const { was, isSmall, since, unplayable, from } = looked
  if (answer.ok) {
    const { fileUrl, width, height, convertedPercent } = answer.value
    if (unplayable !== 'never' && convertedPercent !== null)
      return { at: 'converting', percent: convertedPercent, fileUrl }
    const playerUrl = answer.value.playerUrl + (isSmall ? '&quality=small' : '')
    const shape = width > 0 && height > 0 ? width / height : null
    const isUnplayable = unplayable === 'for good'
    return { at: 'there', playerUrl, fileUrl, shape, since, convertedPercent, from, isUnplayable }
  }
  const percent = convertingPercent(answer)
  if (percent !== null) return { at: 'converting', percent, fileUrl: null }
  // Ignore a single failed check, because the next one follows.
  if (was.at === 'converting' && isNetworkError(answer) && answer.reason === 'server') return was
  if (!isNetworkError(answer) && answer.refusal.detail?.why === 'gone') return { at: 'gone' }
  if (!isNetworkError(answer)) return { at: 'failed', text: refusalText(answer.refusal), isCutOff: false }
  const isCutOff = answer.reason !== 'server'
  const text = isCutOff ? 'Offline. The video plays here when you are back.' : CANNOT_OPEN
  return { at: 'failed', text, isCutOff }
}

/** Returns the percentage of a conversion before whose end the video cannot be played; null for any other refusal. */
function convertingPercent(answer: Extract<CallResult<MediaTicketAnswer>, { ok: false }>): number | null {
  if (isNetworkError(answer) || answer.refusal.code !== 'video-converting') return null
  return Number(answer.refusal.detail?.percent ?? 0)
}

/**
 * Returns whether to start with the small version of a video: the browser saves data, its network is slow, or the
 * user chose to save data on this device.
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

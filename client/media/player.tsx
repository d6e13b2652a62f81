import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaTicketAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { type CallResult, call, isNetworkError } from '../api/call.ts'
import { useOnline } from '../api/connection.ts'
import { isDataSpared } from '../api/network.ts'
import { getSession, serverNow } from '../api/session.ts'
import { refusalText } from '../text/refusals.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalVideo } from './local-video.tsx'
import { Film } from './player/film.tsx'
import { PlayerFrame, type Playing } from './player/player-frame.tsx'

/** So often is looked whether a video that is being made ready is. */
const LOOK_MS = 5_000
/** A ticket this close to its end is not handed to a player any more. */
const SPARE_MS = 20_000

type VideoPlayerProps = {
  videoId: string
  /** What is seen, spoken: "The answer from Mia Chen". */
  label: string
  /** The private link's token, where that is the right to see it. */
  token?: string
  /** The bytes, where this device has kept them: then it plays without a network. */
  kept?: Blob | null
  /** WebVTT, for the bytes of this device; the player's page has its own. */
  captions?: string | null
  /** What the system shows while it plays. */
  playing?: Playing
}

type Ticket =
  | { at: 'asking' }
  | {
      at: 'there'
      playerUrl: string
      fileUrl: string
      shape: number | null
      endsAt: number
      convertedPercent: number | null
    }
  /** The server makes it ready; `fileUrl` where the file can be had as it is. */
  | { at: 'converting'; percent: number; fileUrl: string | null }
  | { at: 'ended' }
  | { at: 'failed'; text: string; isCutOff: boolean }

/** Plays a video of ours: from this device where it is kept, else in the sandboxed page of the player. */
export function VideoPlayer({ kept, captions = null, ...rest }: VideoPlayerProps) {
  const { label, playing } = rest
  if (kept) return <LocalVideo blob={kept} captions={captions} label={label} playing={playing} hasTools />
  return <OnlineVideo key={rest.videoId} {...rest} />
}

function OnlineVideo({ videoId, label, token, playing }: Omit<VideoPlayerProps, 'kept' | 'captions'>) {
  const { ticket, renew, waitForReady } = useTicket(videoId, token)
  if (ticket.at === 'there') {
    const { playerUrl, fileUrl, shape, convertedPercent } = ticket
    const onUnplayable = convertedPercent === null ? undefined : waitForReady
    return <PlayerFrame key={playerUrl} {...{ playerUrl, fileUrl, label, shape, playing, onUnplayable }} />
  }
  if (ticket.at === 'converting')
    return (
      <Film>
        <Converting percent={ticket.percent} fileUrl={ticket.fileUrl} />
      </Film>
    )
  return (
    <Film>
      <div className="grid place-content-center text-center text-muted">
        {ticket.at === 'asking' && <Icon name="play" className="size-12 animate-breathe" />}
        {ticket.at === 'ended' && (
          <Button tone="secondary" icon="play" onClick={renew}>
            Open the video again
          </Button>
        )}
        {ticket.at === 'failed' && (
          <div role="alert" className="grid justify-items-center gap-3 p-4 text-sm">
            <p className="max-w-xs">{ticket.text}</p>
            <Button tone="secondary" size="small" icon="retry" onClick={renew}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </Film>
  )
}

type ConvertingProps = { percent: number; fileUrl: string | null }

/** How far it is; the player takes its place by itself. */
function Converting({ percent, fileUrl }: ConvertingProps) {
  return (
    <div className="grid place-content-center justify-items-center gap-3 p-4 text-center text-muted text-sm">
      <p role="status" className="figures max-w-xs text-pretty">
        This video is being made ready for every device: {percent} %. It opens here by itself.
      </p>
      {fileUrl && (
        <a href={`${fileUrl}&download=1`} download className="link">
          Download the file as it is
        </a>
      )}
    </div>
  )
}

/**
 * The right to play, renewed when it has run out: by itself when the page is looked at again, by a press while it is
 * being looked at, because a player that is loaded anew forgets where it was.
 */
function useTicket(videoId: string, token: string | undefined) {
  const [ticket, setTicket] = useState<Ticket>({ at: 'asking' })
  const online = useOnline()
  // this browser has tried the file as it is, and does not play it
  const isUnplayable = useRef(false)
  const look = useCallback(async () => {
    const [answer, isSmall] = await Promise.all([
      call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId, ...(token ? { token } : {}) }),
      wantsSmall(getSession().account),
    ])
    setTicket((was) => ticketOf(answer, { was, isSmall, isUnplayable: isUnplayable.current }))
  }, [videoId, token])
  const renew = useCallback(async () => {
    setTicket({ at: 'asking' })
    await look()
  }, [look])
  const waitForReady = useCallback(() => {
    isUnplayable.current = true
    void look()
  }, [look])
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
  return { ticket, renew: () => void renew(), waitForReady }
}

type Looked = { was: Ticket; isSmall: boolean; isUnplayable: boolean }

function ticketOf(answer: CallResult<MediaTicketAnswer>, { was, isSmall, isUnplayable }: Looked): Ticket {
  if (answer.ok) {
    const { fileUrl, width, height, expiresAt, convertedPercent } = answer.value
    if (isUnplayable && convertedPercent !== null)
      return { at: 'converting', percent: convertedPercent, fileUrl }
    const playerUrl = answer.value.playerUrl + (isSmall ? '&quality=small' : '')
    const shape = width > 0 && height > 0 ? width / height : null
    const endsAt = expiresAt - SPARE_MS
    return { at: 'there', playerUrl, fileUrl, shape, endsAt, convertedPercent }
  }
  const percent = convertingPercent(answer)
  if (percent !== null) return { at: 'converting', percent, fileUrl: null }
  // one look that came to nothing is followed by the next
  if (was.at === 'converting' && isNetworkError(answer) && answer.reason === 'server') return was
  if (!isNetworkError(answer)) return { at: 'failed', text: refusalText(answer.refusal), isCutOff: false }
  const isCutOff = answer.reason !== 'server'
  const text = isCutOff
    ? 'Offline. The video plays here when you are back.'
    : 'The video cannot be opened right now. It is safe; try again in a moment.'
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
      import('../db/device.ts'),
      import('../store/sending/network-preference.ts'),
    ])
    return (await readSendingChoice(openDevice(account))).saveData
  } catch {
    return false
  }
}

import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useOnline } from '../api/connection.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { GONE_VIDEO } from './gone-words.ts'
import { LocalVideo } from './local-video.tsx'
import { PlayerFrame, type Playing } from './player/player-frame.tsx'
import { useTicket } from './player/use-ticket.ts'
import { VideoBox } from './player/video-box.tsx'

export type VideoPlayerProps = {
  videoId: string
  /** The accessible name: "The answer from Mia Chen". */
  label: string
  /** The private link's token, where the token grants access. */
  token?: string
  /** The video's bytes, where this device keeps them; then it plays without a network. */
  kept?: Blob | null
  /** Called when this browser does not play the kept bytes. */
  onKeptUnplayable?: (() => void) | undefined
  /** WebVTT captions for the bytes on this device. The player's page has its own. */
  captions?: string | null
  /** What the operating system shows while the video plays. */
  playing?: Playing
  /** What is said in its place once the server has deleted it. */
  gone?: string
}

/**
 * Plays one of our videos: from this device where its bytes are kept and play, otherwise in the player's sandboxed
 * page. Kept bytes that do not play are shown as such where there is no network, or the server has no other.
 */
export function VideoPlayer({ kept, captions = null, onKeptUnplayable, ...rest }: VideoPlayerProps) {
  const { videoId, label, playing } = rest
  const online = useOnline()
  const [unplayable, setUnplayable] = useState<string | null>(null)
  const onUnplayable = () => {
    setUnplayable(videoId)
    onKeptUnplayable?.()
  }
  const blob = useFirst(kept ?? null, { videoId, isUnplayable: unplayable === videoId })
  const local = blob && (
    <WatchedVideo onUnplayable={onUnplayable}>
      <LocalVideo blob={blob} captions={captions} label={label} playing={playing} hasTools />
    </WatchedVideo>
  )
  if (local && !(online && unplayable === videoId)) return local
  return <OnlineVideo key={videoId} {...rest} instead={local} />
}

type Held = { videoId: string; isUnplayable: boolean }

/**
 * Returns the first bytes of a video that were there, because other ones would begin it anew while it is watched.
 * Other bytes take their place at the next mount, or once the first were deleted or do not play.
 */
function useFirst(kept: Blob | null, { videoId, isUnplayable }: Held): Blob | null {
  const [first, setFirst] = useState({ videoId, blob: kept })
  const isHeld = first.videoId === videoId && first.blob && kept && !isUnplayable
  if (isHeld || first.blob === kept) return first.blob
  setFirst({ videoId, blob: kept })
  return kept
}

type WatchedVideoProps = { onUnplayable: () => void; children: ReactNode }

/** Calls `onUnplayable` when the browser does not play the video inside it, or plays only its sound. */
function WatchedVideo({ onUnplayable, children }: WatchedVideoProps) {
  const watch = ({ target, type }: SyntheticEvent) => {
    if (!(target instanceof HTMLVideoElement)) return
    if (type === 'error' || target.videoWidth === 0) onUnplayable()
  }
  return (
    <div className="contents" onErrorCapture={watch} onLoadedDataCapture={watch}>
      {children}
    </div>
  )
}

type OnlineVideoProps = Omit<VideoPlayerProps, 'kept' | 'captions' | 'onKeptUnplayable'> & {
  /** What is shown where the server does not hand the video out. */
  instead?: ReactNode
}

function OnlineVideo({ videoId, label, token, playing, gone = GONE_VIDEO, instead }: OnlineVideoProps) {
  const { ticket, renew, onUnplayable, onFailed } = useTicket(videoId, token)
  if (instead && (ticket.at === 'gone' || ticket.at === 'failed')) return instead
  if (ticket.at === 'there')
    return <PlayerFrame key={ticket.playerUrl} {...ticket} {...{ label, playing, onUnplayable, onFailed }} />
  if (ticket.at === 'converting')
    return (
      <VideoBox>
        <Converting percent={ticket.percent} fileUrl={ticket.fileUrl} />
      </VideoBox>
    )
  return (
    <VideoBox>
      <div className="grid place-content-center text-center text-muted">
        {ticket.at === 'gone' && <p className="max-w-xs p-4 text-sm">{gone}</p>}
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
    </VideoBox>
  )
}

type ConvertingProps = { percent: number; fileUrl: string | null }

/** Shows the progress of a conversion; the player replaces it by itself. */
function Converting({ percent, fileUrl }: ConvertingProps) {
  return (
    <div className="grid place-content-center justify-items-center gap-3 p-4 text-center text-muted text-sm">
      <p className="figures max-w-xs text-pretty">
        <span role="status">This video is being made ready for every device</span>: {percent} %. It opens here
        once it is ready.
      </p>
      {fileUrl && (
        <a href={`${fileUrl}&download=1`} download className="link">
          Download the file as it is
        </a>
      )}
    </div>
  )
}

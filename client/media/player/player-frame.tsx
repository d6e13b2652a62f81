import { useLayoutEffect, useRef } from 'react'
import { Unplayable } from './unplayable.tsx'
import { VideoBox } from './video-box.tsx'

/** What the operating system shows while a video plays, for example on a locked phone. */
export type Playing = { title: string; artist: string }

type PlayerFrameProps = {
  playerUrl: string
  fileUrl: string
  label: string
  shape: number | null
  playing?: Playing | undefined
  /** The position at which to continue, in seconds, after the video broke off. */
  from: number
  /** This browser is known not to play the video's format. */
  isUnplayable: boolean
  /** Called when the browser does not play the video's format. */
  onUnplayable: () => void
  /**
   * Called with the position, in seconds, when playing broke off because of the network, the server or the browser.
   */
  onFailed: (at: number) => void
}

/**
 * Renders the sandboxed page that plays a video. Where the page cannot play it, this component shows the reason in
 * the app's own style.
 */
export function PlayerFrame(props: PlayerFrameProps) {
  const { playerUrl, fileUrl, label, shape, playing, from, isUnplayable, onUnplayable, onFailed } = props
  const frame = useRef<HTMLIFrameElement>(null)
  // A layout effect, so that the listener exists before the page can send a message.
  useLayoutEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      // The sandboxed page has no origin, so only its window identifies it.
      if (!source || source !== frame.current?.contentWindow) return
      if (data?.type === 'unplayable') onUnplayable()
      if (data?.type === 'failed') onFailed(Number(data.at) || 0)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [onUnplayable, onFailed])
  if (isUnplayable)
    return (
      <VideoBox>
        <Unplayable url={`${fileUrl}&download=1`} />
      </VideoBox>
    )
  // Use the fragment, which browsers do not send to the server.
  const words = new URLSearchParams({ ...playing, ...(from > 0 && { at: String(from) }) })
  const told = words.size > 0 ? `#${words}` : ''
  return (
    <VideoBox shape={shape} hasBar>
      <iframe
        ref={frame}
        src={playerUrl + told}
        title={label}
        sandbox="allow-scripts allow-downloads"
        allow="fullscreen; picture-in-picture"
        referrerPolicy="no-referrer"
        className="block border-0"
      />
    </VideoBox>
  )
}

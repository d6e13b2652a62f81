import { useLayoutEffect, useRef } from 'react'
import { Unplayable } from './unplayable.tsx'
import { VideoBox } from './video-box.tsx'

/** What the system shows while a video plays, on a locked phone for example. */
export type Playing = { title: string; artist: string }

type PlayerFrameProps = {
  playerUrl: string
  fileUrl: string
  label: string
  shape: number | null
  playing?: Playing | undefined
  /** Where it goes on, in seconds: it broke off there. */
  from: number
  /** Whether its format is known to be none of this browser's. */
  isUnplayable: boolean
  /** Its format is none of this browser's. */
  onUnplayable: () => void
  /** It broke off, at so many seconds: by the network, the server or the browser. */
  onFailed: (at: number) => void
}

/** The sandboxed page that plays a video; its own words where it cannot be played are said here, as the app says things. */
export function PlayerFrame(props: PlayerFrameProps) {
  const { playerUrl, fileUrl, label, shape, playing, from, isUnplayable, onUnplayable, onFailed } = props
  const frame = useRef<HTMLIFrameElement>(null)
  // before its page can say anything
  useLayoutEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      // its page has no origin to be known by
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
  // behind the # nothing is sent to the server
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

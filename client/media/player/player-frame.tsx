import { useEffect, useRef, useState } from 'react'
import { Film } from './film.tsx'
import { Unplayable } from './unplayable.tsx'

/** What the system shows while a video plays, on a locked phone for example. */
export type Playing = { title: string; artist: string }

type PlayerFrameProps = {
  playerUrl: string
  fileUrl: string
  label: string
  shape: number | null
  playing?: Playing | undefined
  /** Told in place of the words, where something is to be done about it. */
  onUnplayable?: (() => void) | undefined
}

/** The sandboxed page that plays a video; its own words where it cannot be played are said here, as the app says things. */
export function PlayerFrame(props: PlayerFrameProps) {
  const { playerUrl, fileUrl, label, shape, playing, onUnplayable } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [isUnplayable, setUnplayable] = useState(false)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      // its page has no origin to be known by
      if (source && source === frame.current?.contentWindow && data?.type === 'unplayable')
        onUnplayable ? onUnplayable() : setUnplayable(true)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [onUnplayable])
  if (isUnplayable)
    return (
      <Film>
        <Unplayable url={`${fileUrl}&download=1`} />
      </Film>
    )
  // behind the # nothing is sent to the server
  const told = playing ? `#${new URLSearchParams(playing)}` : ''
  return (
    <Film shape={shape} hasBar>
      <iframe
        ref={frame}
        src={playerUrl + told}
        title={label}
        sandbox="allow-scripts allow-downloads"
        allow="fullscreen; picture-in-picture"
        referrerPolicy="no-referrer"
        className="block border-0"
      />
    </Film>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { MediaTicketAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call } from '../../api/call.ts'
import { troubleOf } from '../desk-queries.ts'
import { ErrorLine } from '../error-line.tsx'
import { ContactSheet } from './contact-sheet.tsx'

const RATES = [1, 1.5, 2] as const

type DeskVideoProps = { videoId: string; label: string; onWatched?: (videoId: string) => void }

/**
 * Renders a video for screening. It plays at 1.5 times its speed unless the admin changes that, and calls
 * `onWatched` when it starts to play.
 */
export function DeskVideo({ videoId, label, onWatched }: DeskVideoProps) {
  const ref = useRef<HTMLVideoElement>(null)
  const [rate, setRate] = useState<number>(1.5)
  const [url, setUrl] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const open = async () => {
    const ticket = await call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId })
    setUrl(ticket.ok ? ticket.value.fileUrl : null)
    setTrouble(ticket.ok ? null : troubleOf(ticket))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video is opened anew
  useEffect(() => {
    void open()
  }, [videoId])
  useEffect(() => {
    if (ref.current && url) ref.current.playbackRate = rate
  }, [rate, url])
  return (
    <div className="grid gap-2">
      <ErrorLine trouble={trouble} onAgain={() => void open()} />
      <video
        ref={ref}
        data-desk-video
        aria-label={label}
        src={url ?? undefined}
        controls
        playsInline
        preload="auto"
        disablePictureInPicture
        onLoadedMetadata={(event) => {
          event.currentTarget.playbackRate = rate
        }}
        onPlay={() => onWatched?.(videoId)}
        onError={() =>
          url && setTrouble('This browser cannot play it. Download it from the menu of the video.')
        }
        className="aspect-video w-full rounded bg-[#08100d]"
      />
      {url && (
        <ContactSheet
          url={url}
          onSeek={(seconds) => {
            if (ref.current) ref.current.currentTime = seconds
          }}
        />
      )}
      <fieldset className="flex items-center gap-1.5">
        <legend className="sr-only">Speed</legend>
        {RATES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === rate}
            onClick={() => setRate(each)}
            className="label figures min-h-11 min-w-11 rounded border border-line px-2 text-sm aria-pressed:border-inverse aria-pressed:bg-inverse aria-pressed:text-on-inverse"
          >
            {each}×
          </button>
        ))}
      </fieldset>
    </div>
  )
}

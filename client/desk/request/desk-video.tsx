import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MediaTicketAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call } from '../../api/call.ts'
import { callErrorText } from '../desk-queries.ts'
import { ErrorLine } from '../error-line.tsx'
import { ContactSheet } from './contact-sheet.tsx'

const RATES = [1, 1.5, 2] as const

type DeskVideoProps = { videoId: string; label: string; onWatched?: (videoId: string) => void }

/**
 * Renders a video for screening. It plays at 1.5 times its speed unless the admin changes that, and calls
 * `onWatched` when it starts to play, or when the admin downloads what this browser cannot play.
 */
export function DeskVideo({ videoId, label, onWatched }: DeskVideoProps) {
  const ref = useRef<HTMLVideoElement>(null)
  const [rate, setRate] = useState<number>(1.5)
  const { url, errorText, isUnplayable, open, resume, onError } = useFile(videoId, ref)
  useEffect(() => {
    if (ref.current && url) ref.current.playbackRate = rate
  }, [rate, url])
  return (
    <div className="grid gap-2">
      <ErrorLine errorText={isUnplayable ? UNPLAYABLE : errorText} onAgain={open} />
      {isUnplayable && (
        <a
          href={`${url}&download=1`}
          download
          className="link justify-self-start text-sm"
          onClick={() => onWatched?.(videoId)}
        >
          Download the file to watch it
        </a>
      )}
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
          resume()
        }}
        onPlay={() => onWatched?.(videoId)}
        onError={onError}
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

/** How soon a video fails again under a new ticket when its format is to blame, not the ticket or the network. */
const AGAIN_MS = 60_000
const UNPLAYABLE = 'This browser cannot play it.'

type File = { url: string; openedAt: number; isSecond: boolean }

/**
 * Opens the file of a video. When playing breaks off, because the ticket has run out or the network was gone, it
 * goes on at the same place under a new ticket; a video that then fails again counts as unplayable.
 */
function useFile(videoId: string, ref: RefObject<HTMLVideoElement | null>) {
  const [file, setFile] = useState<File | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isUnplayable, setUnplayable] = useState(false)
  const left = useRef({ seconds: 0, isPlaying: false })
  const open = async (isSecond: boolean) => {
    const ticket = await call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId })
    setFile(ticket.ok ? { url: ticket.value.fileUrl, openedAt: Date.now(), isSecond } : null)
    setErrorText(ticket.ok ? null : callErrorText(ticket))
    setUnplayable(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each video is opened once
  useEffect(() => {
    left.current = { seconds: 0, isPlaying: false }
    void open(false)
  }, [videoId])
  useEffect(() => {
    // A ticket of the same moment has the same address, which the browser would not load again.
    if (file?.isSecond) ref.current?.load()
  }, [file, ref])
  return {
    url: file?.url ?? null,
    errorText,
    isUnplayable,
    open: () => void open(true),
    resume: () => {
      const { seconds, isPlaying } = left.current
      if (!ref.current) return
      if (seconds > 0) ref.current.currentTime = seconds
      if (isPlaying) ref.current.play().catch(() => {})
    },
    onError: () => {
      if (!file || !ref.current) return
      if (file.isSecond && Date.now() - file.openedAt < AGAIN_MS) return setUnplayable(true)
      left.current = { seconds: ref.current.currentTime, isPlaying: !ref.current.paused }
      void open(true)
    },
  }
}

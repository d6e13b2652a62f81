import { useEffect, useRef, useState } from 'react'
import { letGo } from '../../media/let-go.ts'

const FRAMES = 8
const PLACES = Array.from({ length: FRAMES }, (_, place) => place)
const WIDTH = 160

type ContactSheetProps = { url: string; onSeek: (seconds: number) => void }

/**
 * Renders frames from all along a video, made in this browser from the stored file. Pressing a frame seeks to it.
 */
export function ContactSheet({ url, onSeek }: ContactSheetProps) {
  const { frames, isOver } = useFrames(url)
  const missing = isOver ? [] : PLACES.slice(frames.length)
  return (
    <ul aria-label="Frames of the video" className="grid grid-cols-4 gap-1">
      {frames.map(({ at, picture }) => (
        <li key={at}>
          <button type="button" onClick={() => onSeek(at)} className="relative block w-full">
            <Frame picture={picture} />
            <span className="figures absolute right-1 bottom-1 rounded bg-[#08100d] px-1 text-[#f4f1e8] text-xs">
              {spokenAt(at)}
            </span>
          </button>
        </li>
      ))}
      {missing.map((place) => (
        <li key={place} aria-hidden className="aspect-video rounded bg-sunken" />
      ))}
    </ul>
  )
}

type Taken = { at: number; picture: ImageBitmap }

const spokenAt = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function Frame({ picture }: { picture: ImageBitmap }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    ref.current?.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return (
    <canvas
      ref={ref}
      width={picture.width}
      height={picture.height}
      className="aspect-video w-full rounded bg-[#08100d] object-contain"
    />
  )
}

/**
 * Takes the frames one after the other with a video element of its own, so that the visible player is not
 * disturbed.
 */
function useFrames(url: string) {
  const [taken, setTaken] = useState<{ frames: Taken[]; isOver: boolean }>({ frames: [], isOver: false })
  useEffect(() => {
    let isGone = false
    const video = document.createElement('video')
    const take = async () => {
      for (const at of momentsOf(await durationOf(video))) {
        if (isGone) return
        await seek(video, at)
        const height = Math.round((WIDTH * video.videoHeight) / (video.videoWidth || 1)) || 1
        const picture = await createImageBitmap(video, { resizeWidth: WIDTH, resizeHeight: height })
        if (!isGone) setTaken(({ frames }) => ({ frames: [...frames, { at, picture }], isOver: false }))
      }
    }
    video.muted = true
    video.preload = 'auto'
    video.src = url
    // If the browser cannot play the video, there are no frames, and the player above shows the error.
    void take()
      .catch(() => {})
      .finally(() => !isGone && setTaken(({ frames }) => ({ frames, isOver: true })))
    return () => {
      isGone = true
      letGo(video)
    }
  }, [url])
  return taken
}

/** Returns the middles of eight equal parts of a video, in seconds; none if the video has no known length. */
export function momentsOf(seconds: number): number[] {
  if (!Number.isFinite(seconds) || seconds <= 0) return []
  return Array.from({ length: FRAMES }, (_, part) => (seconds * (part + 0.5)) / FRAMES)
}

function happens(
  video: HTMLVideoElement,
  name: 'loadedmetadata' | 'seeked' | 'durationchange',
): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error(`no ${name}`)), { once: true })
  })
}

/**
 * Returns the duration in seconds. A recording that its recorder never finished reports it only after a seek to the
 * end.
 */
async function durationOf(video: HTMLVideoElement): Promise<number> {
  await happens(video, 'loadedmetadata')
  if (Number.isFinite(video.duration)) return video.duration
  const known = happens(video, 'durationchange')
  video.currentTime = Number.MAX_SAFE_INTEGER
  await known
  return video.duration
}

async function seek(video: HTMLVideoElement, at: number): Promise<void> {
  const there = happens(video, 'seeked')
  video.currentTime = at
  await there
}

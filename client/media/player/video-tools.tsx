import { type RefObject, useEffect, useState } from 'react'
import { PLAYER_KEYS, type PlayerAct, SPEEDS, SYSTEM_SEEK_S } from '../../../sync/media/playing.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Playing } from './player-frame.tsx'

const TOOL = 'h-11 min-w-11 rounded px-2.5 hover:bg-surface'

export type VideoToolsProps = { video: RefObject<HTMLVideoElement | null>; playing?: Playing | undefined }

/** Renders, beneath a video of this device, the controls that not every browser has, as on the player's page. */
export function VideoTools({ video, playing }: VideoToolsProps) {
  const [speed, setSpeed] = useState(1)
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed
  }, [video, speed])
  useEffect(() => {
    const shown = video.current
    if (!shown) return
    const step = (by: number) => setSpeed((now) => SPEEDS[SPEEDS.indexOf(now) + by] ?? now)
    const onKey = (event: KeyboardEvent) => actByKey(event, shown, step)
    const onPlay = () => tellSystem(shown, playing)
    shown.addEventListener('keydown', onKey)
    shown.addEventListener('play', onPlay)
    return () => {
      shown.removeEventListener('keydown', onKey)
      shown.removeEventListener('play', onPlay)
    }
  }, [video, playing])
  return (
    <div className="flex justify-end rounded-b bg-page text-sm">
      {document.pictureInPictureEnabled && (
        <button type="button" className={TOOL} onClick={() => togglePictureInPicture(video.current)}>
          <Icon name="picture-in-picture" label="Picture in picture" />
        </button>
      )}
      <label className="pl-2.5 text-muted">
        Speed
        <select
          value={speed}
          onChange={(event) => setSpeed(Number(event.currentTarget.value))}
          className={`figures appearance-none bg-page text-ink ${TOOL}`}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function togglePictureInPicture(video: HTMLVideoElement | null): void {
  const change = document.pictureInPictureElement
    ? document.exitPictureInPicture()
    : video?.requestPictureInPicture()
  change?.catch(() => {})
}

function seek(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = Math.max(0, Math.min(video.duration || 0, video.currentTime + seconds))
}

/** Applies the keys of the player's page, so that every browser has the same keys. */
function actByKey(event: KeyboardEvent, video: HTMLVideoElement, stepSpeed: (by: number) => void): void {
  const [act, by = 0] = PLAYER_KEYS[event.key.toLowerCase()] ?? []
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const acts: Record<PlayerAct[0], () => void> = {
    toggle: () => (video.paused ? void video.play().catch(() => {}) : video.pause()),
    seek: () => seek(video, by),
    mute: () => {
      video.muted = !video.muted
    },
    fill: () => void (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen?.()),
    captions: () => {
      const [track] = video.textTracks
      if (track) track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
    },
    speed: () => stepSpeed(by),
  }
  acts[act]()
}

/** Tells the operating system what plays, for a locked phone's screen and media keys. */
function tellSystem(video: HTMLVideoElement, playing: Playing | undefined): void {
  if (!playing || !('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = new MediaMetadata(playing)
  navigator.mediaSession.setActionHandler('seekbackward', () => seek(video, -SYSTEM_SEEK_S))
  navigator.mediaSession.setActionHandler('seekforward', () => seek(video, SYSTEM_SEEK_S))
}

import { useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { chalkOfSport } from '../../../sync/athlete/chalk-of-sport.ts'
import { TIKTOK_PLAYER, tiktokVideoId } from '../../../sync/athlete/links.ts'
import { useOnline } from '../../pwa/connection.ts'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The linked videos that can be shown, each once. */
export function adviceIds({ tiktokEmbeds }: Pick<PublicAthlete, 'tiktokEmbeds'>): string[] {
  const ids = tiktokEmbeds.map(tiktokVideoId).filter((id) => id !== null)
  return [...new Set(ids)]
}

type PopularAdviceProps = { ids: string[]; sport: string; name: string }

/** Videos of the athlete on TikTok: nothing comes from there before one is pressed, and then its player alone (D109). */
export function PopularAdvice({ ids, sport, name }: PopularAdviceProps) {
  return (
    <>
      <ul className="grid grid-cols-3 gap-2 md:gap-4">
        {ids.map((id, place) => (
          <li key={id} className="has-[iframe]:col-span-full">
            <Advice id={id} sport={sport} title={`Advice ${place + 1} by ${name}`} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-sm">
        These play from TikTok. Nothing is loaded from there until you press one.
      </p>
    </>
  )
}

function Advice({ id, sport, title }: { id: string; sport: string; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const isOnline = useOnline()
  if (isOpen)
    return (
      <iframe
        src={TIKTOK_PLAYER + id}
        title={`${title}, on TikTok`}
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        allow="fullscreen; encrypted-media"
        referrerPolicy="no-referrer"
        className="aspect-[9/16] w-full max-w-80 rounded max-md:mx-auto bg-sunken"
      />
    )
  return (
    <button
      type="button"
      disabled={!isOnline}
      onClick={() => setOpen(true)}
      data-theme="dark"
      className="group relative isolate grid aspect-[9/16] w-full place-items-center overflow-hidden rounded bg-field text-ink"
    >
      <ChalkLines
        name={chalkOfSport(sport)}
        marked={false}
        className="-z-10 absolute inset-0 size-full opacity-60 transition-opacity group-hover:opacity-100"
      />
      <span className="grid size-12 md:size-14 place-items-center rounded-full bg-signal text-on-signal">
        <Icon name="play" className="size-6" />
      </span>
      <span className="label absolute inset-x-0 bottom-0 flex items-center gap-2 p-3 text-left text-sm">
        <Icon name="tiktok" /> {isOnline ? 'Play' : 'Needs a network'}
        <span className="sr-only">{title}, from TikTok</span>
      </span>
    </button>
  )
}

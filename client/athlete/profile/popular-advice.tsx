import { type ReactNode, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { chalkOfSport } from '../../../sync/athlete/chalk-of-sport.ts'
import { TIKTOK_PLAYER, tiktokShortLink, tiktokVideoId } from '../../../sync/athlete/links.ts'
import { useOnline } from '../../api/connection.ts'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Icon } from '../../ui/icon.tsx'

/** A linked video: the player's address if the link has the video's id, or a short link that only TikTok resolves. */
type Linked = { src: string } | { href: string }

/** Returns the linked videos without duplicates. Links that are not TikTok videos are left out. */
export function adviceOf({ tiktokEmbeds }: Pick<PublicAthlete, 'tiktokEmbeds'>): Linked[] {
  const found = new Map<string, Linked>()
  for (const link of tiktokEmbeds) {
    const [id, href] = [tiktokVideoId(link), tiktokShortLink(link)]
    if (id) found.set(id, { src: TIKTOK_PLAYER + id })
    else if (href) found.set(href, { href })
  }
  return [...found.values()]
}

type PopularAdviceProps = { advice: Linked[]; sport: string; name: string }

/**
 * Shows the athlete's TikTok videos. Nothing loads from TikTok until one is pressed, and then its player alone
 * (D109).
 */
export function PopularAdvice({ advice, sport, name }: PopularAdviceProps) {
  return (
    <>
      <ul className="grid grid-cols-3 gap-2 md:gap-4">
        {advice.map((linked, place) => (
          <li key={'src' in linked ? linked.src : linked.href} className="has-[iframe]:col-span-full">
            <Advice
              linked={linked}
              sport={sport}
              place={place + 1}
              title={`Advice ${place + 1} by ${name}`}
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-sm">
        These play from TikTok. Nothing is loaded from there until you press one.
      </p>
    </>
  )
}

type AdviceProps = { linked: Linked; sport: string; place: number; title: string }

function Advice({ linked, sport, place, title }: AdviceProps) {
  const [isOpen, setOpen] = useState(false)
  const isOnline = useOnline()
  if (isOpen && 'src' in linked)
    return (
      <iframe
        src={linked.src}
        title={`${title}, on TikTok`}
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        allow="fullscreen; encrypted-media"
        referrerPolicy="no-referrer"
        className="aspect-[9/16] w-full max-w-80 rounded max-md:mx-auto bg-sunken"
      />
    )
  if ('href' in linked && isOnline)
    return (
      <a
        href={linked.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        data-theme="dark"
        className={POSTER}
      >
        <Poster sport={sport} place={place} icon="external">
          Watch on TikTok<span className="sr-only">: {title}, in a new tab</span>
        </Poster>
      </a>
    )
  return (
    <button
      type="button"
      disabled={!isOnline}
      onClick={() => setOpen(true)}
      data-theme="dark"
      className={POSTER}
    >
      <Poster sport={sport} place={place} icon="play">
        {isOnline ? 'Play' : 'Needs a network'}
        <span className="sr-only"> {title}, from TikTok</span>
      </Poster>
    </button>
  )
}

const POSTER =
  'group relative isolate grid aspect-[9/16] w-full place-items-center overflow-hidden rounded bg-field text-ink'

type PosterProps = { sport: string; place: number; icon: 'play' | 'external'; children: ReactNode }

/** Shows a video's number on the chalk lines of the sport, because a real picture would have to come from TikTok. */
function Poster({ sport, place, icon, children }: PosterProps) {
  return (
    <>
      <ChalkLines
        name={chalkOfSport(sport)}
        marked={false}
        className={`-z-10 absolute inset-0 size-full opacity-60 transition-opacity group-hover:opacity-100 ${place % 2 ? '' : '-scale-x-100 scale-y-125'}`}
      />
      <span aria-hidden className="display absolute top-2 left-3 text-3xl text-muted md:text-5xl">
        {place}
      </span>
      <span className="grid size-12 place-items-center rounded-full border-2 border-ink bg-field group-enabled:group-hover:border-signal group-enabled:group-hover:text-signal md:size-14">
        <Icon name={icon} className={icon === 'play' ? 'size-6' : 'size-5'} />
      </span>
      <span className="label absolute inset-x-0 bottom-0 flex items-start gap-1.5 p-2.5 text-left text-sm leading-tight md:p-3">
        <Icon name="tiktok" className="size-[1.2em]" />
        <span>{children}</span>
      </span>
    </>
  )
}

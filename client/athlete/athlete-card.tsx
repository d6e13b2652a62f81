import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { chalkOfSport } from '../../sync/athlete/chalk-of-sport.ts'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { fullName, priceText } from './athlete-text.ts'
import { TagList } from './tag-list.tsx'

/** The card of one athlete in the directory: a poster with their sport, an achievement, and the price. */
export function AthleteCard({ athlete }: { athlete: PublicAthlete }) {
  const [achievement] = athlete.achievements
  const answers = answersText(athlete)
  return (
    <article className="card group relative flex flex-col overflow-clip hover:border-ink has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-signal-text has-[a:focus-visible]:outline-offset-2">
      <Poster athlete={athlete} />
      <div className="flex flex-1 flex-col gap-4 p-5">
        {achievement && <p className="text-pretty">{achievement}</p>}
        <TagList tags={athlete.tags} owner={fullName(athlete)} />
        {answers && <p className="text-muted text-sm">{answers}</p>}
        <p className="label figures mt-auto flex items-center justify-between gap-3 border-t pt-4 text-sm">
          {priceText(athlete)}
          {athlete.promo && <Badge tone="signal">FREE Question</Badge>}
        </p>
      </div>
    </article>
  )
}

/**
 * Shows the picture or the chalk lines of the sport, with the name below. Nothing here is positioned, because the
 * link's area covers the whole card.
 */
function Poster({ athlete }: { athlete: PublicAthlete }) {
  const name = fullName(athlete)
  const [missing, setMissing] = useState<string | null>(null)
  const picture = athlete.pictureUrl === missing ? null : athlete.pictureUrl
  return (
    <div data-theme="dark" className="flex flex-col overflow-clip bg-field text-ink">
      {picture ? (
        <img
          src={picture}
          onError={() => setMissing(picture)}
          alt=""
          width={480}
          height={384}
          loading="lazy"
          decoding="async"
          className="mask-b-from-85% -mb-2 aspect-[5/4] w-full object-cover object-[50%_40%]"
        />
      ) : (
        <ChalkLines
          name={chalkOfSport(athlete.sport)}
          anchor="end"
          className="mask-b-from-40% -mb-16 aspect-[16/9] w-full transition-transform duration-250 group-hover:scale-[1.03]"
        />
      )}
      <div className="mt-auto p-5">
        <p className="label text-muted text-sm">{athlete.sport}</p>
        <h2 className={`display mt-1 ${name.length > 24 ? 'text-2xl' : 'text-3xl'}`}>
          <Link
            to="/ask/$username"
            params={{ username: athlete.username }}
            className="after:absolute after:inset-0 focus-visible:outline-none"
          >
            {name}
          </Link>
        </h2>
      </div>
    </div>
  )
}

/** Returns a text such as "Usually answers within 5 hours"; null while too few answers are known. */
function answersText({ answerMinutes }: Pick<PublicAthlete, 'answerMinutes'>): string | null {
  if (answerMinutes === null) return null
  const hours = Math.max(1, Math.ceil(answerMinutes / 60))
  if (hours === 1) return 'Usually answers within an hour'
  return `Usually answers within ${hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`}`
}

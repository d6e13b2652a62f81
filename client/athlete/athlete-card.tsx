import { Link } from '@tanstack/react-router'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { chalkOfSport } from '../ui/chalk/chalk-data.ts'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { fullName, priceText } from './athlete-text.ts'
import { TagList } from './tag-list.tsx'

/** One athlete of the directory: a poster of their sport, what they have done, and what asking costs. */
export function AthleteCard({ athlete }: { athlete: PublicAthlete }) {
  const [achievement] = athlete.achievements
  return (
    <article className="card group relative flex flex-col overflow-hidden transition-colors focus-within:border-ink hover:border-ink">
      <Poster athlete={athlete} />
      <div className="flex flex-1 flex-col gap-4 p-5">
        {achievement && <p className="text-pretty">{achievement}</p>}
        <div className="relative">
          <TagList tags={athlete.tags} owner={fullName(athlete)} />
        </div>
        <p className="label figures mt-auto flex items-center justify-between gap-3 border-t pt-4 text-sm">
          {priceText(athlete)}
          {athlete.promo && <Badge tone="signal">FREE Question</Badge>}
        </p>
      </div>
    </article>
  )
}

/** Picture or court lines, and the name over them; the whole card follows its link. */
function Poster({ athlete }: { athlete: PublicAthlete }) {
  return (
    <div
      data-theme="dark"
      className="relative isolate flex aspect-[4/3] flex-col justify-end overflow-hidden bg-field p-5 text-ink"
    >
      {athlete.pictureUrl ? (
        <img
          src={athlete.pictureUrl}
          alt=""
          width={480}
          height={360}
          loading="lazy"
          decoding="async"
          className="-z-10 mask-b-from-50% mask-b-to-95% absolute inset-0 size-full object-cover"
        />
      ) : (
        <ChalkLines
          name={chalkOfSport(athlete.sport)}
          anchor="end"
          className="-z-10 mask-b-from-30% mask-b-to-85% absolute inset-0 size-full transition-transform duration-250 group-hover:scale-[1.03]"
        />
      )}
      <p className="label text-muted text-sm">{athlete.sport}</p>
      <h2 className="display mt-1 text-3xl">
        <Link
          to="/ask/$username"
          params={{ username: athlete.username }}
          className="after:absolute after:inset-0 after:z-0 focus-visible:outline-none"
        >
          {fullName(athlete)}
        </Link>
      </h2>
    </div>
  )
}

import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'
import { chalkOfSport } from '../ui/chalk/chalk-of-sport.ts'
import { Badge } from '../ui/status/badge.tsx'
import { fullName, roleText } from './athlete-text.ts'
import { CountryName } from './country-name.tsx'

/** The top of a profile: the lines of the athlete's ground, and who stands on it. */
export function ProfileCover({ athlete }: { athlete: PublicAthlete }) {
  const name = fullName(athlete)
  return (
    <header data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      <ChalkLines
        name={chalkOfSport(athlete.sport)}
        anchor="end"
        className="-z-10 mask-b-from-25% mask-b-to-80% md:mask-b-from-100% md:mask-l-from-45% md:mask-l-to-75% absolute inset-x-0 top-0 h-72 w-full md:h-full"
      />
      <div className="wrap flex min-h-[24rem] flex-col justify-end gap-6 py-8 md:min-h-[28rem] md:flex-row md:items-end md:justify-start md:gap-8 md:py-12">
        {athlete.pictureUrl && (
          <img
            src={athlete.pictureUrl}
            alt=""
            width={160}
            height={160}
            decoding="async"
            className="size-32 shrink-0 rounded bg-sunken object-cover md:size-40"
          />
        )}
        <div className="min-w-0">
          {athlete.promo && (
            <p className="mb-3">
              <Badge tone="signal">FREE Question</Badge>
            </p>
          )}
          <p className="label">{roleText(athlete)}</p>
          <h1 className={`display mt-2 ${name.length > 24 ? 'text-4xl' : 'text-5xl'}`}>{name}</h1>
          <p className="mt-4 text-muted">
            {athlete.city && `${athlete.city}, `}
            <CountryName code={athlete.countryCode} />
          </p>
        </div>
      </div>
    </header>
  )
}

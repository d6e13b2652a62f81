import { type ReactNode, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { chalkOfSport } from '../../../sync/athlete/chalk-of-sport.ts'
import { type SocialLink, socialLinks } from '../../../sync/athlete/links.ts'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { hideBroken, isBroken } from '../../ui/hide-broken.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-name.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { fullName, roleText } from '../athlete-text.ts'
import { CountryName } from '../country-name.tsx'
import { COVER } from './cover-class.ts'

type ProfileCoverProps = {
  athlete: PublicAthlete
  /** Cycles through the other cover pictures, once it is loaded. */
  carousel?: ReactNode
}

/**
 * The top of a profile: the pictures or the chalk lines of the sport, and the athlete's name, place and links
 * (S1-2.79 to S1-2.84).
 */
export function ProfileCover({ athlete, carousel }: ProfileCoverProps) {
  const name = fullName(athlete)
  const [first] = athlete.coverUrls
  const [missing, setMissing] = useState<string>()
  // Show the chalk lines in place of a picture that cannot be loaded, as without a network.
  const cover = first === missing ? undefined : first
  return (
    <header data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      {cover ? (
        <img
          ref={(img) => {
            if (img && isBroken(img)) setMissing(cover)
          }}
          src={cover}
          alt=""
          decoding="async"
          fetchPriority="high"
          onError={() => setMissing(cover)}
          className={COVER}
        />
      ) : (
        <ChalkLines
          name={chalkOfSport(athlete.sport)}
          anchor="end"
          className="-z-10 mask-b-from-25% mask-b-to-80% md:mask-b-from-100% md:mask-l-from-45% md:mask-l-to-75% absolute inset-x-0 top-0 h-72 w-full md:h-full"
        />
      )}
      {cover && carousel}
      <div
        className={`wrap flex min-h-[24rem] ${cover ? 'max-md:pt-56' : ''} flex-col justify-end gap-6 py-8 md:min-h-[28rem] md:flex-row md:items-end md:justify-start md:gap-8 md:py-12`}
      >
        {athlete.pictureUrl && (
          <img
            {...hideBroken}
            src={athlete.pictureUrl}
            alt=""
            width={160}
            height={160}
            decoding="async"
            className="size-32 shrink-0 rounded bg-sunken object-cover md:size-40"
          />
        )}
        <div className={`min-w-0 ${cover ? 'md:max-w-[50%]' : ''}`}>
          {athlete.promo && (
            <p className="mb-3">
              <Badge tone="signal">FREE Question</Badge>
            </p>
          )}
          <p className="label">{roleText(athlete)}</p>
          <h1 className={`display mt-2 ${nameSize(name, cover !== undefined)}`}>{name}</h1>
          <div className="mt-4 flex flex-wrap items-center gap-x-5">
            <p className="min-w-0 wrap-anywhere text-muted">
              {athlete.city && `${athlete.city}, `}
              <CountryName code={athlete.countryCode} />
            </p>
            <Links links={socialLinks(athlete)} />
          </div>
        </div>
      </div>
    </header>
  )
}

const ICONS: Record<SocialLink['network'], IconName> = { Instagram: 'instagram', TikTok: 'tiktok', X: 'x' }

/** Links to the athlete's other accounts, where they are set. The links send no referrer. */
function Links({ links }: { links: SocialLink[] }) {
  if (links.length === 0) return null
  return (
    <ul aria-label="Elsewhere" className="flex flex-wrap gap-x-1">
      {links.map(({ network, handle, href }) => (
        <li key={network}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="label inline-flex min-h-11 min-w-0 items-center gap-2 rounded pr-3 text-sm underline decoration-transparent underline-offset-4 hover:decoration-signal"
          >
            <Icon name={ICONS[network]} label={network} />
            {handle}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Returns the size class of the name. A picture takes half the width; the longest names are two of 35 letters. */
function nameSize(name: string, isBesidePicture: boolean): string {
  if (name.length > 40) return 'text-3xl'
  return name.length > (isBesidePicture ? 12 : 24) ? 'text-4xl' : 'text-5xl'
}

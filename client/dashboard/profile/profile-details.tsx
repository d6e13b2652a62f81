import type { ReactNode } from 'react'
import type { OwnProfile } from '../../../sync/athlete/profile-edit.ts'
import type { KnownPerson } from '../../api/session.ts'
import { countryName } from '../../text/country-options.ts'
import { formatDate } from '../../text/format-date.ts'
import { priceLabel } from '../profile-edit/request-fields.tsx'

type ProfileDetailsProps = { person: KnownPerson; profile: OwnProfile; isAthlete: boolean }

/** Renders a member's own profile, to read. */
export function ProfileDetails({ person, profile, isAthlete }: ProfileDetailsProps) {
  const { firstName, lastName, city, countryCode, instagram, tiktok, x } = profile
  const handles = Object.entries({ Instagram: instagram, TikTok: tiktok, X: x }).filter(
    ([, handle]) => handle,
  )
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[10rem_minmax(0,1fr)] [&>dd]:min-w-0 [&>dd]:[overflow-wrap:anywhere] [&>dt]:text-muted max-sm:[&>dt]:-mb-3.5 max-sm:[&>dt]:text-sm">
      <Row name="Name">{`${firstName} ${lastName}`}</Row>
      {person.username && <Row name="Username">{person.username}</Row>}
      <Row name={isAthlete ? 'Residence' : 'Place'}>
        {city && `${city}, `}
        {countryName(countryCode ?? '')}
      </Row>
      {isAthlete && <AthleteRows profile={profile} />}
      <Row name="Social profiles">
        {handles.map(([network, handle]) => (
          <span key={network} className="block">
            {network}: {handle}
          </span>
        ))}
      </Row>
    </dl>
  )
}

function AthleteRows({ profile }: { profile: OwnProfile }) {
  const { sport, position, bio, achievements, interests, noGoTopics, priceCents, pause } = profile
  return (
    <>
      <Row name="Sport or field">{[sport, position].filter(Boolean).join(', ')}</Row>
      <Row name="Bio">{bio && <span className="whitespace-pre-line text-pretty">{bio}</span>}</Row>
      <Row name="Achievements">{achievements.length > 0 && <List rows={achievements} />}</Row>
      <Row name="Areas of insight">{interests.length > 0 && <List rows={interests} />}</Row>
      <Row name="No-go topics">
        {noGoTopics && <span className="whitespace-pre-line text-pretty">{noGoTopics}</span>}
      </Row>
      <Row name="Price of a question">{priceCents !== null && priceLabel(priceCents)}</Row>
      <Row name="Requests">{pauseText(pause)}</Row>
    </>
  )
}

function List({ rows }: { rows: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {rows.map((row) => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  )
}

/** Says whether questions can be asked and, if not, until when. */
function pauseText(pause: OwnProfile['pause']): string {
  if (!pause) return 'Open for questions'
  return pause.until === null ? 'Paused' : `Paused until ${formatDate(pause.until)}`
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  const isEmpty = !children || (Array.isArray(children) && children.length === 0)
  return (
    <>
      <dt>{name}</dt>
      <dd>{isEmpty ? <span className="text-muted">Not set</span> : children}</dd>
    </>
  )
}

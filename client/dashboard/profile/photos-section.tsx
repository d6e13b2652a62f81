import type { PersonDocument } from '../../../sync/collections.ts'
import { useDocument } from '../../store/use-document.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { AskedPicture } from './asked-picture.tsx'
import { OwnPicture } from './own-picture.tsx'
import { ProfileSection, type SectionProps } from './profile-section.tsx'
import { TeamAddress } from './team-address.tsx'

type PhotosProps = SectionProps & { own: PersonDocument | null }

/** Renders the pictures: athletes change theirs through the team (S2-2.76, D82), fans by themselves (D115). */
export function PhotosSection({ person }: SectionProps) {
  return <Photos person={person} own={useDocument('people', person.id).row} />
}

export function Photos({ person, own }: PhotosProps) {
  const name = `${own?.firstName ?? person.firstName} ${own?.lastName ?? person.lastName ?? ''}`
  const asked = own?.pictureRequests ?? []
  // A picture that the team has asked a fan for goes to the team; until that is settled the fan cannot change theirs.
  const isOwn = person.role === 'basic' && asked.length === 0
  return (
    <ProfileSection title="Photos">
      {isOwn ? (
        <OwnPicture key={own?.pictureUrl} current={own?.pictureUrl ?? null} />
      ) : (
        <div className="flex items-start gap-4">
          <Avatar name={name} src={own?.pictureUrl} size="large" />
          <p className="max-w-xl text-muted text-pretty">
            To change your profile picture or your cover photos, write to <TeamAddress />. Our team then asks
            you for the new ones here, looks at them and puts them on your profile.
          </p>
        </div>
      )}
      {(own?.coverUrls.length ?? 0) > 0 && (
        <ul className="mt-4 grid max-w-xl grid-cols-3 gap-3">
          {own?.coverUrls.map((url, index) => (
            <li key={url}>
              <img
                src={url}
                alt={`Cover ${index + 1}`}
                width={320}
                height={180}
                loading="lazy"
                className="aspect-video w-full rounded border bg-sunken object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      {asked.length > 0 && (
        <ul className="mt-5 grid gap-4">
          {asked.map((request) => (
            <AskedPicture key={request.id} request={request} />
          ))}
        </ul>
      )}
    </ProfileSection>
  )
}

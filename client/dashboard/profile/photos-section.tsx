import { useDocument } from '../../store/use-document.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ProfileSection, type SectionProps } from './profile-section.tsx'
import { TeamAddress } from './team-address.tsx'

/** The pictures, which the team changes on request (S2-2.76, D82). */
export function PhotosSection({ person }: SectionProps) {
  const own = useDocument('people', person.id).row
  const name = `${own?.firstName ?? person.firstName} ${own?.lastName ?? person.lastName ?? ''}`
  const photos = person.role === 'basic' ? 'profile picture' : 'profile picture or your cover photos'
  return (
    <ProfileSection title="Photos">
      <div className="flex items-start gap-4">
        <Avatar name={name} src={own?.pictureUrl} size="large" />
        <p className="max-w-xl text-muted text-pretty">
          To change your {photos}, write to <TeamAddress /> and attach the new ones. We put them up for you.
        </p>
      </div>
    </ProfileSection>
  )
}

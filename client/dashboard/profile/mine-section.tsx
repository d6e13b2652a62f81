import { OwnMine } from '../../account/mine/own-mine.tsx'
import { ProfileSection, type SectionProps } from './profile-section.tsx'

/** A copy of everything, and the way out. */
export function MineSection({ person }: SectionProps) {
  return (
    <ProfileSection title="Your data">
      <OwnMine person={person} />
    </ProfileSection>
  )
}

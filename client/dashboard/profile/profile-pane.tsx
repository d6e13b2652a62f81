import type { ComponentType } from 'react'
import { OwnMine } from '../../account/my-data/own-data.tsx'
import { OwnSection } from './own-section.tsx'
import { PhotosSection } from './photos-section.tsx'
import { ProfileSection, type SectionProps } from './profile-section.tsx'
import { SafetySections } from './safety-sections.tsx'

type Section = { key: string; Section: ComponentType<SectionProps> }

/** The sections of the tab, in their order; a section renders nothing when it has nothing for this person. */
const SECTIONS: readonly Section[] = [
  { key: 'own', Section: OwnSection },
  { key: 'photos', Section: PhotosSection },
  { key: 'safety', Section: SafetySections },
  { key: 'mine', Section: MineSection },
]

/** Renders the Profile tab: what this person tells of themselves, and what belongs to their account (S2-2.70). */
export function ProfilePane({ person }: SectionProps) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-8 md:gap-10">
      <h1 className="display text-3xl">Profile</h1>
      {SECTIONS.map(({ key, Section }) => (
        <Section key={key} person={person} />
      ))}
    </div>
  )
}

/** Renders the panel for a copy of the user's data and for leaving, which deletes the account. */
function MineSection() {
  return (
    <ProfileSection title="Your data">
      <OwnMine />
    </ProfileSection>
  )
}

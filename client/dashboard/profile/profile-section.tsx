import { type ReactNode, useId } from 'react'
import type { KnownPerson } from '../../api/session.ts'

/** The props of every section of the tab. */
export type SectionProps = { person: KnownPerson }

type ProfileSectionProps = { title: string; aside?: ReactNode; children: ReactNode }

/** Renders one part of the Profile tab under its own heading. */
export function ProfileSection({ title, aside, children }: ProfileSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t pt-6 first-of-type:border-t-0 first-of-type:pt-0">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="display text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

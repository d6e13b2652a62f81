import { type ReactNode, useId } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { Icon } from '../../ui/icon.tsx'
import { fullName, withUnits } from '../athlete-text.ts'
import { TagList } from '../tag-list.tsx'
import { adviceOf, PopularAdvice } from './popular-advice.tsx'

/** The text about an athlete: achievements, biography, videos, areas of insight and tags. */
export function ProfileStory({ athlete }: { athlete: PublicAthlete }) {
  const advice = adviceOf(athlete)
  return (
    <div className="grid gap-12 md:gap-16">
      {athlete.achievements.length > 0 && (
        <Chapter title="Achievements">
          <ul className="display grid gap-3 text-2xl">
            {athlete.achievements.map((achievement) => (
              <li key={achievement} className="border-t pt-3 text-pretty first:border-t-0 first:pt-0">
                {withUnits(achievement)}
              </li>
            ))}
          </ul>
        </Chapter>
      )}
      {athlete.bio && (
        <Chapter title="About">
          <p className="max-w-2xl whitespace-pre-line text-lg text-pretty">{athlete.bio}</p>
        </Chapter>
      )}
      {advice.length > 0 && (
        <Chapter title="Popular Advice">
          <PopularAdvice advice={advice} sport={athlete.sport} name={fullName(athlete)} />
        </Chapter>
      )}
      {athlete.interests.length > 0 && (
        <Chapter title="Areas of insight">
          <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
            {athlete.interests.map((interest) => (
              <li key={interest} className="flex gap-2.5">
                <Icon name="check" className="mt-[0.3em] size-[1em] text-signal-text" />
                <span className="min-w-0">{interest}</span>
              </li>
            ))}
          </ul>
        </Chapter>
      )}
      <TagList tags={athlete.tags} owner={fullName(athlete)} />
    </div>
  )
}

function Chapter({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="label mb-4 text-muted">
        {title}
      </h2>
      {children}
    </section>
  )
}

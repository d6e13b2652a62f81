import { useLoaderData } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { useLater } from '../app/router/use-later.ts'
import { AskBar, AskButton, AskPanel, PausedNote } from '../athlete/ask-panel.tsx'
import { ProfileCover } from '../athlete/profile-cover.tsx'
import { ProfileStory } from '../athlete/profile-story.tsx'
import type { Profile } from './load-profile.ts'
import { loadMyQuestions, MissingNotice, NoAthlete, SeenNotice } from './loaded-later.ts'
import { useAskWizard } from './use-ask-wizard.tsx'

/** An athlete's profile, with the way to ask them (S1-2, `/ask/{username}`). */
export function ProfileScreen() {
  const { athlete, seenAt, isMissing } = useLoaderData({ from: '/ask/$username' })
  if (athlete) return <AthleteProfile athlete={athlete} seenAt={seenAt} />
  return (
    <div className="wrap py-16 md:py-24">
      <Suspense>
        {isMissing ? (
          <MissingNotice title="This profile could not be loaded" what="this profile" drawing="circle" />
        ) : (
          <NoAthlete />
        )}
      </Suspense>
    </div>
  )
}

function AthleteProfile({ athlete, seenAt }: { athlete: PublicAthlete; seenAt: Profile['seenAt'] }) {
  const { ask, wizard } = useAskWizard(athlete)
  const MyQuestions = useLater(loadMyQuestions)
  return (
    <article className="app-frame pb-[calc(var(--tab-bar,0px)+env(safe-area-inset-bottom))]">
      <ProfileCover athlete={athlete} />
      <div className="wrap grid grid-cols-1 items-start gap-12 py-10 md:grid-cols-[minmax(0,1fr)_20rem] md:py-16 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-20">
        <div className="grid grid-cols-1 gap-8">
          {seenAt !== null && (
            <Suspense>
              <SeenNotice at={seenAt} what="the profile">
                Price and pause are checked again before anything is sent.
              </SeenNotice>
            </Suspense>
          )}
          {athlete.paused && (
            <div className="md:hidden">
              <PausedNote />
            </div>
          )}
          {MyQuestions && <MyQuestions username={athlete.username} />}
          <ProfileStory athlete={athlete} />
        </div>
        <aside aria-label="Asking" className="md:sticky md:top-8">
          <AskPanel athlete={athlete} button={<AskButton athlete={athlete} onAsk={ask} wide />} />
        </aside>
      </div>
      <AskBar athlete={athlete} button={<AskButton athlete={athlete} onAsk={ask} />} />
      {wizard}
    </article>
  )
}

import { useLoaderData } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { COPY } from '../../sync/copy.ts'
import { AskBar, AskButton, AskPanel } from '../athlete/ask-panel.tsx'
import type { Profile } from '../athlete/profile.ts'
import { ProfileCover } from '../athlete/profile-cover.tsx'
import { ProfileStory } from '../athlete/profile-story.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { MissingNotice, SeenNotice } from './unreached-later.tsx'

/** An athlete's profile, with the way to ask them (S1-2, `/ask/{username}`). */
export function ProfileScreen() {
  const { athlete, seenAt, isMissing } = useLoaderData({ strict: false }) as Profile
  if (athlete) return <AthleteProfile athlete={athlete} seenAt={seenAt} />
  if (!isMissing) return <NotFound />
  return (
    <div className="wrap py-10 md:py-16">
      <Suspense>
        <MissingNotice title="This profile could not be loaded" what="this profile" drawing="circle" />
      </Suspense>
    </div>
  )
}

function AthleteProfile({ athlete, seenAt }: { athlete: PublicAthlete; seenAt: Profile['seenAt'] }) {
  const ask = () => {}
  return (
    <article className="app-frame pb-[calc(var(--tab-bar,0px)+env(safe-area-inset-bottom))]">
      <ProfileCover athlete={athlete} />
      <div className="wrap grid items-start gap-12 py-10 md:grid-cols-[1fr_20rem] md:py-16 lg:grid-cols-[1fr_24rem] lg:gap-20">
        <div className="grid gap-8">
          {seenAt !== null && (
            <Suspense>
              <SeenNotice at={seenAt}>
                Price and pause are checked again before anything is sent. This is the profile as you last saw it
              </SeenNotice>
            </Suspense>
          )}
          <ProfileStory athlete={athlete} />
        </div>
        <aside aria-label="Asking" className="max-md:-order-1 md:sticky md:top-8">
          <AskPanel athlete={athlete} button={<AskButton athlete={athlete} onAsk={ask} wide />} />
        </aside>
      </div>
      <AskBar athlete={athlete} button={<AskButton athlete={athlete} onAsk={ask} />} />
    </article>
  )
}

function NotFound() {
  return (
    <section className="wrap py-16 md:py-28">
      <h1 className="display max-w-3xl text-4xl">{COPY.athleteNotFound}</h1>
      <p className="mt-5 max-w-xl text-lg text-muted text-pretty">
        The name in the address may be misspelled, or the athlete has left.
      </p>
      <ButtonLink to="/ask" className="mt-8">
        Browse the roster
      </ButtonLink>
    </section>
  )
}

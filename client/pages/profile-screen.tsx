import { useLoaderData } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { AskBar, AskButton, AskPanel, PausedNote } from '../athlete/ask-panel.tsx'
import { InfoWidget } from '../athlete/profile/info-widget.tsx'
import { ProfileCover } from '../athlete/profile/profile-cover.tsx'
import { ProfileStory } from '../athlete/profile/profile-story.tsx'
import { useLater } from '../ui/use-later.ts'
import type { Profile } from './load-profile.ts'
import {
  loadCoverCarousel,
  loadFreeQuestionCard,
  loadMyQuestions,
  loadViewTold,
  MissingNotice,
  NoAthlete,
  SeenNotice,
} from './loaded-later.ts'
import { useAskWizard } from './use-ask-wizard.tsx'

/** Renders an athlete's profile with the button to ask them (S1-2, `/ask/{username}`). */
export function ProfileScreen() {
  const { athlete, seenAt, isMissing } = useLoaderData({ from: '/ask/$username' })
  if (athlete) return <AthleteProfile athlete={athlete} seenAt={seenAt} />
  return (
    <Suspense>
      {isMissing ? (
        <div className="wrap py-16 md:py-24">
          <MissingNotice title="This profile could not be loaded" what="this profile" drawing="circle" />
        </div>
      ) : (
        <NoAthlete />
      )}
    </Suspense>
  )
}

function AthleteProfile({ athlete, seenAt }: { athlete: PublicAthlete; seenAt: Profile['seenAt'] }) {
  const { ask, isOpening, wizard } = useAskWizard(athlete)
  const way = { athlete, onAsk: ask, isOpening }
  const MyQuestions = useLater(loadMyQuestions)
  const ViewTold = useLater(loadViewTold)
  return (
    <article className="app-frame pb-[calc(var(--tab-bar,0px)+env(safe-area-inset-bottom))]">
      <ProfileCover
        athlete={athlete}
        carousel={athlete.coverUrls.length > 1 && <CoversLater key={athlete.id} urls={athlete.coverUrls} />}
      />
      <div className="wrap grid grid-cols-1 items-start gap-12 py-10 md:grid-cols-[minmax(0,1fr)_20rem] md:py-16 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-20">
        <div className="grid grid-cols-1 gap-8">
          {seenAt !== null && (
            <SeenNotice at={seenAt} what="the profile">
              Price and pause are checked again before anything is sent.
            </SeenNotice>
          )}
          {athlete.paused && (
            <div className="flex items-start gap-3 border-warning border-l-4 pl-4 md:hidden">
              <PausedNote until={athlete.pausedUntil} />
            </div>
          )}
          {MyQuestions && <MyQuestions username={athlete.username} />}
          <ProfileStory athlete={athlete} />
        </div>
        <aside aria-label="Asking" className="grid gap-4 md:sticky md:top-8">
          <AskPanel athlete={athlete} button={<AskButton {...way} wide />} />
          <InfoWidget />
        </aside>
      </div>
      <AskBar athlete={athlete} button={<AskButton {...way} />} />
      {athlete.promo && !athlete.paused && !wizard && <FreeQuestionLater onAsk={ask} />}
      {wizard}
      {ViewTold && <ViewTold athleteId={athlete.id} />}
    </article>
  )
}

function CoversLater({ urls }: { urls: string[] }) {
  const CoverCarousel = useLater(loadCoverCarousel)
  return CoverCarousel && <CoverCarousel urls={urls} />
}

function FreeQuestionLater({ onAsk }: { onAsk: () => void }) {
  const FreeQuestionCard = useLater(loadFreeQuestionCard)
  return FreeQuestionCard && <FreeQuestionCard onAsk={onAsk} />
}

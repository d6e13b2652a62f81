import { useLoaderData, useRouter } from '@tanstack/react-router'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { COPY } from '../../sync/copy.ts'
import { AskBar, AskButton, AskPanel } from '../athlete/ask-panel.tsx'
import type { Profile } from '../athlete/profile.ts'
import { ProfileCover } from '../athlete/profile-cover.tsx'
import { ProfileStory } from '../athlete/profile-story.tsx'
import { formatDateTime } from '../text/format.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { useReloadOnReturn } from './use-reload-on-return.ts'

/** An athlete's profile, with the way to ask them (S1-2, `/ask/{username}`). */
export function ProfileScreen() {
  const { athlete, seenAt, isMissing } = useLoaderData({ strict: false }) as Profile
  useReloadOnReturn(seenAt !== null || isMissing)
  if (!athlete) return isMissing ? <Missing /> : <NotFound />
  return <AthleteProfile athlete={athlete} seenAt={seenAt} />
}

function AthleteProfile({ athlete, seenAt }: { athlete: PublicAthlete; seenAt: Profile['seenAt'] }) {
  const ask = () => {}
  return (
    <article className="app-frame pb-[calc(var(--tab-bar,0px)+env(safe-area-inset-bottom))]">
      <ProfileCover athlete={athlete} />
      <div className="wrap grid items-start gap-12 py-10 md:grid-cols-[1fr_20rem] md:py-16 lg:grid-cols-[1fr_24rem] lg:gap-20">
        <div className="grid gap-8">
          {seenAt !== null && (
            <StatusLine icon="offline">
              This is the profile as you last saw it, {formatDateTime(seenAt)}. Price and pause are checked again before
              anything is sent.
            </StatusLine>
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
    <div className="wrap py-16 md:py-24">
      <EmptyState title={COPY.athleteNotFound} drawing="circle" action={<ButtonLink to="/ask">Browse the roster</ButtonLink>}>
        The name in the address may be misspelled, or the athlete has left.
      </EmptyState>
    </div>
  )
}

function Missing() {
  const router = useRouter()
  return (
    <div className="wrap py-16 md:py-24">
      <EmptyState
        title="This profile could not be loaded"
        drawing="circle"
        action={
          <Button icon="retry" onClick={() => void router.invalidate()}>
            Try again
          </Button>
        }
      >
        We could not reach the server, and this profile is not on this device yet. It is kept here once you have
        seen it.
      </EmptyState>
    </div>
  )
}

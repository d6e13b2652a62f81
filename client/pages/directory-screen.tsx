import { useLoaderData, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AthleteCard } from '../athlete/athlete-card.tsx'
import { loadMoreAthletes, type Roster, useRoster } from '../athlete/roster.ts'
import { formatDateTime } from '../text/format.ts'
import { Button } from '../ui/button.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { showToast } from '../ui/toasts.ts'
import { useReloadOnReturn } from './use-reload-on-return.ts'

/** The directory: every athlete who takes questions now (S1-2, `/ask`). */
export function DirectoryScreen() {
  const roster = useRoster(useLoaderData({ strict: false }) as Roster)
  useReloadOnReturn(roster.seenAt !== null || roster.isMissing)
  return (
    <div className="wrap py-10 md:py-16">
      <ScreenHead
        title="Pick an athlete, ask a question"
        lead="They answer by video. You pay only for an answer you get."
      />
      {roster.seenAt !== null && (
        <div className="mt-6">
          <StatusLine icon="offline" live>
            This is the roster as you last saw it, {formatDateTime(roster.seenAt)}.
          </StatusLine>
        </div>
      )}
      <div className="mt-10 md:mt-14">
        {roster.athletes.length > 0 ? <Athletes roster={roster} /> : <NoAthletes isMissing={roster.isMissing} />}
      </div>
    </div>
  )
}

function Athletes({ roster: { athletes, after } }: { roster: Roster }) {
  return (
    <>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {athletes.map((athlete) => (
          <li key={athlete.id} className="grid">
            <AthleteCard athlete={athlete} />
          </li>
        ))}
      </ul>
      {after !== null && <MoreAthletes />}
    </>
  )
}

function MoreAthletes() {
  const [isLoading, setLoading] = useState(false)
  const loadMore = async () => {
    setLoading(true)
    const more = await loadMoreAthletes()
    setLoading(false)
    if (more.ok) return
    showToast({ text: 'More athletes need a network. Try again in a moment.', tone: 'danger' })
  }
  return (
    <div className="mt-10 flex justify-center">
      <Button tone="secondary" loading={isLoading} onClick={() => void loadMore()}>
        Show more athletes
      </Button>
    </div>
  )
}

function NoAthletes({ isMissing }: { isMissing: boolean }) {
  const router = useRouter()
  if (!isMissing) {
    return (
      <EmptyState title="Nobody on the roster yet" drawing="lanes">
        Athletes who take questions appear here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="The roster could not be loaded"
      drawing="lanes"
      action={
        <Button icon="retry" onClick={() => void router.invalidate()}>
          Try again
        </Button>
      }
    >
      We could not reach the server, and nothing of the roster is on this device yet. It is kept here once you
      have seen it.
    </EmptyState>
  )
}

import { useLoaderData } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLater } from '../app/router/use-later.ts'
import { AthleteCard } from '../athlete/athlete-card.tsx'
import { loadMoreAthletes, type Roster, useRoster } from '../athlete/roster.ts'
import { Button } from '../ui/button.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { showToast } from '../ui/toasts.ts'
import { loadMyQuestions, MissingNotice, SeenNotice } from './loaded-later.ts'

/** The directory: every athlete who takes questions now (S1-2, `/ask`). */
export function DirectoryScreen() {
  const { athletes, after, seenAt, isMissing } = useRoster(useLoaderData({ from: '/ask' }))
  const MyQuestions = useLater(loadMyQuestions)
  return (
    <div className="wrap grid grid-cols-1 gap-10 py-10 md:gap-14 md:py-16">
      <ScreenHead
        title="Pick an athlete, ask a question"
        lead="They answer by video. You pay only for an answer you get."
      />
      <Suspense>
        {seenAt !== null && <SeenNotice at={seenAt} what="the roster" />}
        {isMissing && (
          <MissingNotice title="The roster could not be loaded" what="the roster" drawing="lanes" />
        )}
      </Suspense>
      {MyQuestions && <MyQuestions />}
      {!isMissing && athletes.length === 0 && <p className="text-lg">Nobody is on the roster yet.</p>}
      {athletes.length > 0 && <Athletes athletes={athletes} />}
      {after !== null && <MoreAthletes />}
    </div>
  )
}

function Athletes({ athletes }: Pick<Roster, 'athletes'>) {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {athletes.map((athlete) => (
        <li key={athlete.id} className="grid">
          <AthleteCard athlete={athlete} />
        </li>
      ))}
    </ul>
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
    <div className="flex justify-center">
      <Button tone="secondary" loading={isLoading} onClick={() => void loadMore()}>
        Show more athletes
      </Button>
    </div>
  )
}

import { useLoaderData, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import {
  type DirectoryFilter,
  type DirectorySearch,
  directoryFilterOf,
  directorySearchOf,
  isFiltered,
  NO_FILTER,
} from '../../sync/athlete/directory.ts'
import { AthleteCard } from '../athlete/athlete-card.tsx'
import { DirectorySearchForm } from '../athlete/directory-search-form.tsx'
import {
  isSameFilter,
  loadMoreAthletes,
  loadRoster,
  type Roster,
  useRoster,
} from '../athlete/shown-roster.ts'
import { TagFilter } from '../athlete/tag-filter.tsx'
import { Button } from '../ui/button.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { showToast } from '../ui/toasts.ts'
import { useLater } from '../ui/use-later.ts'
import {
  loadMyQuestions,
  loadOrderControls,
  loadSuggestionBox,
  MissingNotice,
  NearNotice,
  NobodyFound,
  preloadNotices,
  SeenNotice,
} from './loaded-later.ts'
import { part, RevealSection } from './motion/reveal.tsx'

/**
 * Renders the directory: every athlete who takes questions now, narrowed by the filter in the address (S1-2.61 to
 * S1-2.73).
 */
export function DirectoryScreen() {
  const { roster, filter, narrow } = useNarrowed()
  const { athletes, seenAt, isMissing } = roster
  const MyQuestions = useLater(loadMyQuestions)
  const SuggestionBox = useLater(loadSuggestionBox)
  const OrderControls = useLater(loadOrderControls)
  useEffect(preloadNotices, [])
  const isWaiting = !isSameFilter(filter, roster.filter)
  return (
    <div className="wrap grid grid-cols-1 gap-10 py-10 md:gap-14 md:py-16">
      <ScreenHead
        title="Pick an athlete, ask a question."
        lead="They answer by video. You pay only for an answer you get."
      />
      {MyQuestions && <MyQuestions />}
      <div className="grid gap-5">
        <DirectorySearchForm filter={filter} onSearch={(q) => narrow({ ...filter, q })} />
        <TagFilter
          chosen={filter.tags}
          onChoose={(tags) => narrow({ ...filter, tags })}
          onClear={() => narrow({ ...NO_FILTER, sort: filter.sort })}
        />
        <div className="min-h-11">{OrderControls && <OrderControls filter={filter} onChange={narrow} />}</div>
      </div>
      <Suspense>
        {seenAt !== null && (
          <SeenNotice at={seenAt} what="the roster">
            Showing what this device has seen.
          </SeenNotice>
        )}
        {roster.isNear && <NearNotice q={roster.filter.q} />}
        {isMissing && (
          <MissingNotice title="The roster could not be loaded" what="the roster" drawing="lanes" />
        )}
        {!isMissing && athletes.length === 0 && (
          <NobodyFound filter={roster.filter} onClear={() => narrow({ ...NO_FILTER, sort: filter.sort })} />
        )}
      </Suspense>
      <p role="status" className="sr-only">
        {!isWaiting && isFiltered(filter) && countText(roster)}
      </p>
      {athletes.length > 0 && <Athletes athletes={athletes} isWaiting={isWaiting} />}
      {roster.after !== null && <MoreAthletes roster={roster} />}
      {SuggestionBox && <SuggestionBox />}
    </div>
  )
}

/**
 * Returns the roster and the filter in the address. The previous roster stays until the newly filtered one has
 * arrived.
 */
function useNarrowed() {
  const search = useSearch({ strict: false }) as DirectorySearch
  const roster = useRoster(useLoaderData({ from: '/ask' }))
  const navigate = useNavigate()
  const filter = directoryFilterOf(search)
  const isShown = isSameFilter(filter, roster.filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each filter, however it ends
  useEffect(() => {
    if (!isShown) void loadRoster(search, null)
  }, [JSON.stringify(filter), isShown])
  const narrow = (next: DirectoryFilter) => {
    const asked = directoryFilterOf(directorySearchOf(next))
    if (isSameFilter(asked, filter)) return
    // Letters typed one after the other make a single history entry.
    const replace = asked.q !== filter.q && filter.q !== ''
    void navigate({ to: '/ask', search: directorySearchOf(asked), replace, resetScroll: false })
  }
  return { roster, filter, narrow }
}

function countText({ athletes, after }: Roster): string {
  return `${athletes.length}${after === null ? '' : ' or more'} ${athletes.length === 1 ? 'athlete' : 'athletes'} found`
}

function Athletes({ athletes, isWaiting }: Pick<Roster, 'athletes'> & { isWaiting: boolean }) {
  return (
    <ul
      aria-busy={isWaiting || undefined}
      className="grid gap-5 transition-opacity aria-busy:opacity-50 sm:grid-cols-2 lg:grid-cols-3"
    >
      {athletes.map((athlete) => (
        <li key={athlete.id} className="grid grid-cols-1">
          <RevealSection className="grid grid-cols-1">
            <div className={`grid grid-cols-1 ${part(0)}`}>
              <AthleteCard athlete={athlete} />
            </div>
          </RevealSection>
        </li>
      ))}
    </ul>
  )
}

function MoreAthletes({ roster }: { roster: Roster }) {
  const [isLoading, setLoading] = useState(false)
  const loadMore = async () => {
    setLoading(true)
    const more = await loadMoreAthletes(roster).catch(() => null)
    setLoading(false)
    if (more?.ok) return
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

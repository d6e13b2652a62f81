import { useDeferredValue, useRef, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskRating, RatingsAnswer } from '../../../sync/desk/lists.ts'
import { SEARCH_CHARACTERS } from '../../../sync/desk/search.ts'
import { STARS } from '../../../sync/rating/rating.ts'
import { formatDateTime } from '../../text/format.ts'
import { Stars } from '../../ui/status/stars.tsx'
import { stepFrom, useDeskKeys } from '../desk-keys.ts'
import { shownAthlete } from '../desk-words.ts'
import { SelectFilter, ShowAll, TextFilter } from '../filters.tsx'
import { PlaceLink } from '../found/thing-link.tsx'
import { useNamedId } from '../found/use-named.ts'
import { FactList, Pane, Panes, Part, PlainTable, Rows } from '../panes.tsx'
import { useDeskHints } from '../use-desk-hints.ts'
import { oneOf, useNarrowed } from '../use-narrowed.ts'
import { usePages } from '../use-pages.ts'
import { SURVEY_COLUMNS } from './inbox-columns.tsx'

/**
 * Renders the ratings of answers and of the platform by fans, filtered by athlete and stars (S2-2.126 to S2-2.128).
 */
export function SurveyTab() {
  const [athlete, setAthlete] = useState('')
  const [said, narrow] = useNarrowed()
  const stars = oneOf(STARS.map(String), said.stars)
  const [only, setOnly] = useState(useNamedId())
  const [selectedId, select] = useState(only)
  const searchRef = useRef<HTMLInputElement>(null)
  const typed = useDeferredValue(athlete.trim().replace(/^@/, ''))
  const pages = usePages<RatingsAnswer, DeskRating>({
    path: DESK_CALLS.deskRatings,
    request: {
      athlete: typed.slice(0, SEARCH_CHARACTERS) || null,
      stars: stars ? Number(stars) : null,
      only,
    },
    rowsOf: ({ ratings }) => ratings,
    cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
  })
  const ids = pages.rows.map(({ id }) => id)
  const rating = pages.rows.find(({ id }) => id === selectedId) ?? null
  useDeskHints(() => pages.reload())
  useDeskKeys({
    next: () => select(stepFrom(ids, selectedId, 1)),
    previous: () => select(stepFrom(ids, selectedId, -1)),
    search: () => searchRef.current?.focus(),
  })
  return (
    <>
      <div className={`mb-4 flex flex-wrap gap-3 ${rating ? 'max-lg:hidden' : ''}`}>
        <TextFilter
          limit={SEARCH_CHARACTERS}
          label="Athlete username"
          value={athlete}
          onChange={setAthlete}
          fieldRef={searchRef}
          hotkey="/"
        />
        <SelectFilter
          label="Rating"
          value={stars ?? ''}
          options={[['', 'Every rating'], ...STARS.map((each) => [String(each), `${each} of 5`] as const)]}
          onChange={(value) => narrow({ stars: value })}
        />
        {only && <ShowAll onPress={() => setOnly(null)} />}
      </div>
      <Panes
        isLooking={rating !== null}
        list={
          <Rows
            pages={pages}
            none={{
              title: athlete || stars || only ? 'Nothing matches' : 'Nothing here yet',
              text: 'What fans say about their answers appears here as it comes in.',
            }}
          >
            <PlainTable
              rows={pages.rows}
              columns={SURVEY_COLUMNS}
              selectedId={selectedId}
              onSelect={select}
            />
          </Rows>
        }
        pane={rating && <RatingPane rating={rating} onBack={() => select(null)} />}
      />
    </>
  )
}

function RatingPane({ rating, onBack }: { rating: DeskRating; onBack: () => void }) {
  const { id, athleteUsername, requestId, responseId, stars, responseFeedback, infieldFeedback, createdAt } =
    rating
  return (
    <Pane label="The rating" of={rating.id} onBack={onBack}>
      <header className="grid gap-3">
        <h2 className="display text-2xl">{shownAthlete(athleteUsername)}</h2>
        <Stars value={stars} className="h-6" />
      </header>
      <Part title="Response feedback">{said(responseFeedback)}</Part>
      <Part title="Platform feedback">{said(infieldFeedback)}</Part>
      <FactList
        facts={[
          ['ID', id],
          [
            'Request',
            <PlaceLink key="request" place={{ tab: 'requests', id: requestId }}>
              {requestId}
            </PlaceLink>,
          ],
          ['Response', responseId],
          ['Rating', `${stars} of 5`],
          ['Date', formatDateTime(createdAt)],
        ]}
      />
    </Pane>
  )
}

const said = (text: string) =>
  text ? <p className="whitespace-pre-line">{text}</p> : <span className="text-muted">Nothing written</span>

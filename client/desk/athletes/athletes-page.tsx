import { useDeferredValue, useRef, useState } from 'react'
import type { AthletesCall } from '../../../sync/desk/athlete-calls.ts'
import type { AthletesAnswer, DeskAthleteRow } from '../../../sync/desk/athletes.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { SEARCH_CHARACTERS } from '../../../sync/desk/search.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { stepFrom, useDeskKeys } from '../desk-keys.ts'
import { SelectFilter, TextFilter } from '../filters.tsx'
import { useNamedId } from '../found/use-named.ts'
import { type Column, Panes, PlainTable, Rows, TwoLines } from '../panes.tsx'
import { oneOf, useNarrowed } from '../use-narrowed.ts'
import { usePages } from '../use-pages.ts'
import { AthletePane } from './athlete-pane.tsx'
import { standing } from './card-words.ts'

const STATE_WORDS = {
  paused: 'Paused',
  promo: 'Free first question',
  carded: 'With a card',
  removed: 'Removed',
  closed: 'Closed',
} as const satisfies Record<NonNullable<AthletesCall['state']>, string>
const STATES = Object.keys(STATE_WORDS) as (keyof typeof STATE_WORDS)[]

const COLUMNS: readonly Column<DeskAthleteRow>[] = [
  {
    title: 'Username',
    cell: ({ username, name }) => (
      <>
        <span className="whitespace-nowrap">@{username}</span>
        <span className="block font-normal text-muted md:hidden">
          <TwoLines>{name}</TwoLines>
        </span>
      </>
    ),
  },
  { title: 'Name', cell: ({ name }) => <TwoLines>{name}</TwoLines>, className: 'max-md:hidden' },
  { title: 'Sport', cell: ({ sport }) => <TwoLines>{sport ?? 'N/A'}</TwoLines>, className: 'max-md:hidden' },
  { title: 'Cards', cell: ({ cards }) => cards || '', className: 'figures' },
  {
    title: 'Standing',
    cell: (row) => {
      const stands = standing(row)
      return (
        <span className="flex flex-wrap gap-1.5">
          {stands && <Badge tone={stands.tone}>{stands.text}</Badge>}
          {row.promo && <Badge>Promo</Badge>}
        </span>
      )
    },
  },
]

/**
 * Renders all athletes, in the directory or not, with the pane in which admins change them and give warning cards
 * (S2-9.17, D52, D82).
 */
export function AthletesPage() {
  const [q, setQ] = useState('')
  const [said, narrow] = useNarrowed()
  const state = oneOf(STATES, said.state)
  const [selectedId, select] = useState(useNamedId())
  const searchRef = useRef<HTMLInputElement>(null)
  const typed = useDeferredValue(q.trim())
  const pages = usePages<AthletesAnswer, DeskAthleteRow>({
    path: DESK_CALLS.deskAthletes,
    request: {
      q: typed.slice(0, SEARCH_CHARACTERS) || null,
      state,
    },
    rowsOf: ({ athletes }) => athletes,
    cursorOf: ({ username }) => username,
  })
  const ids = pages.rows.map(({ id }) => id)
  useDeskKeys({
    next: () => select(stepFrom(ids, selectedId, 1)),
    previous: () => select(stepFrom(ids, selectedId, -1)),
    search: () => searchRef.current?.focus(),
  })
  return (
    <>
      <div className={`mb-4 flex flex-wrap gap-3 ${selectedId ? 'max-lg:hidden' : ''}`}>
        <TextFilter
          label="Username or name"
          value={q}
          onChange={setQ}
          fieldRef={searchRef}
          hotkey="/"
          limit={SEARCH_CHARACTERS}
        />
        <SelectFilter
          label="Standing"
          value={state ?? ''}
          options={[['', 'Everybody'], ...STATES.map((each) => [each, STATE_WORDS[each]] as const)]}
          onChange={(value) => narrow({ state: value })}
        />
      </div>
      <Panes
        isLooking={selectedId !== null}
        list={
          <Rows
            pages={pages}
            none={{
              title: q || state ? 'Nothing matches' : 'No athlete yet',
              text: 'Athletes appear here as soon as they have signed up.',
            }}
          >
            <PlainTable rows={pages.rows} columns={COLUMNS} selectedId={selectedId} onSelect={select} />
          </Rows>
        }
        pane={
          selectedId && (
            <AthletePane
              key={selectedId}
              id={selectedId}
              onChanged={pages.reload}
              onBack={() => select(null)}
            />
          )
        }
      />
    </>
  )
}

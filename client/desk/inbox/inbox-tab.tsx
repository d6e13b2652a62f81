import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { INBOX_STATUSES, type Inbox } from '../../../sync/desk/inbox-update.ts'
import type { InboxAnswer, InboxItem } from '../../../sync/desk/lists.ts'
import { SEARCH_CHARACTERS } from '../../../sync/desk/search.ts'
import { stepFrom, useDeskKeys } from '../desk-keys.ts'
import { askDesk, lookAgain } from '../desk-queries.ts'
import { SelectFilter, ShowAll, TextFilter } from '../filters.tsx'
import { useNamedId } from '../found/use-named.ts'
import { Panes, PlainTable, Rows } from '../panes.tsx'
import { useDeskHints } from '../use-desk-hints.ts'
import { oneOf, useNarrowed } from '../use-narrowed.ts'
import { type Pages, usePages } from '../use-pages.ts'
import { INBOX_COLUMNS } from './inbox-columns.tsx'
import { InboxDetail } from './inbox-detail.tsx'
import { INBOX_WORDS } from './inbox-words.ts'

/** Renders the messages to the team, filtered by name and status, with their status and the team's own notes. */
export function InboxTab({ inbox }: { inbox: Inbox }) {
  const [name, setName] = useState('')
  const [said, narrow] = useNarrowed()
  const wanted = oneOf(INBOX_STATUSES[inbox], said.status)
  const [only, setOnly] = useState(useNamedId())
  const [selectedId, select] = useState(only)
  const searchRef = useRef<HTMLInputElement>(null)
  const typed = useDeferredValue(name.trim())
  const pages = usePages<InboxAnswer, InboxItem>({
    path: DESK_CALLS.deskInbox,
    request: { inbox, name: typed.slice(0, SEARCH_CHARACTERS) || null, status: wanted, only },
    rowsOf: ({ items }) => items,
    cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
  })
  const ids = pages.rows.map(({ id }) => id)
  const { item, reload } = useOpened(inbox, pages, selectedId)
  useDeskHints(reload)
  useDeskKeys({
    next: () => select(stepFrom(ids, selectedId, 1)),
    previous: () => select(stepFrom(ids, selectedId, -1)),
    search: () => searchRef.current?.focus(),
  })
  const words = INBOX_WORDS[inbox]
  return (
    <>
      <div className={`mb-4 flex flex-wrap gap-3 ${item ? 'max-lg:hidden' : ''}`}>
        <TextFilter
          limit={SEARCH_CHARACTERS}
          label={words.search}
          value={name}
          onChange={setName}
          fieldRef={searchRef}
          hotkey="/"
        />
        <SelectFilter
          label="Status"
          value={wanted ?? ''}
          options={[['', 'Every status'], ...INBOX_STATUSES[inbox].map((each) => [each, each] as const)]}
          onChange={(status) => narrow({ status })}
        />
        {only && <ShowAll onPress={() => setOnly(null)} />}
      </div>
      <Panes
        isLooking={item !== null}
        list={
          <Rows
            pages={pages}
            none={{
              title: name || wanted || only ? 'Nothing matches' : 'Nothing here yet',
              text: words.none,
            }}
          >
            <PlainTable
              rows={pages.rows}
              columns={INBOX_COLUMNS[inbox]}
              selectedId={selectedId}
              onSelect={select}
            />
          </Rows>
        }
        pane={
          item && (
            <InboxDetail
              key={item.id}
              inbox={inbox}
              item={item}
              onChanged={reload}
              onBack={() => select(null)}
            />
          )
        }
      />
    </>
  )
}

/**
 * Returns the open message, which stays open when the list no longer contains it: its status has changed, perhaps
 * while the admin types notes about it. It is then fetched by itself.
 */
function useOpened(inbox: Inbox, pages: Pages<InboxAnswer, InboxItem>, id: string | null) {
  const queries = useQueryClient()
  const [seen, setSeen] = useState<InboxItem | null>(null)
  const listed = pages.rows.find((item) => item.id === id)
  const isGone = pages.ready && !listed && seen?.id === id
  const queryKey = [DESK_CALLS.deskInbox, inbox, id, 'opened']
  const { data, refetch } = useQuery({
    queryKey,
    enabled: isGone,
    queryFn: () =>
      askDesk<InboxAnswer>(DESK_CALLS.deskInbox, { inbox, name: null, status: null, only: id, after: null }),
    gcTime: 0,
  })
  const newest = listed ?? (isGone ? data?.items[0] : undefined)
  if (newest && newest !== seen) setSeen(newest)
  const item = newest ?? (seen?.id === id ? seen : null)
  const reload = () => {
    pages.reload()
    if (isGone) void lookAgain(queries, queryKey, refetch)
  }
  return { item, reload }
}

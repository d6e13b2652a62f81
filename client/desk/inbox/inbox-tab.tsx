import { useDeferredValue, useRef, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { INBOX_STATUSES, type Inbox } from '../../../sync/desk/inbox-update.ts'
import type { InboxAnswer, InboxItem } from '../../../sync/desk/lists.ts'
import { SEARCH_CHARACTERS } from '../../../sync/desk/search.ts'
import { stepFrom, useDeskKeys } from '../desk-keys.ts'
import { SelectFilter, ShowAll, TextFilter } from '../filters.tsx'
import { useNamedId } from '../found/use-named.ts'
import { Panes, PlainTable, Rows } from '../panes.tsx'
import { useDeskHints } from '../use-desk-hints.ts'
import { oneOf, useNarrowed } from '../use-narrowed.ts'
import { usePages } from '../use-pages.ts'
import { INBOX_COLUMNS } from './inbox-columns.tsx'
import { InboxDetail } from './inbox-detail.tsx'
import { INBOX_WORDS } from './inbox-words.ts'
import { useOpened } from './use-opened.ts'

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
  useDeskKeys((move) => {
    if (move === 'next') select(stepFrom(ids, selectedId, 1))
    if (move === 'previous') select(stepFrom(ids, selectedId, -1))
    if (move === 'search') searchRef.current?.focus()
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

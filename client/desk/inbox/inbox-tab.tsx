import { useDeferredValue, useRef, useState } from 'react'
import { INBOX_STATUSES, type Inbox, type InboxAnswer, type InboxItem } from '../../../sync/desk/lists.ts'
import { CALLS } from '../../../sync/paths.ts'
import { formatDate } from '../../text/format-date.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { stepFrom, useDeskKeys } from '../desk-keys.ts'
import { SelectFilter, TextFilter } from '../filters.tsx'
import { type Column, Panes, PlainTable, Rows } from '../panes.tsx'
import { useDeskHints } from '../use-desk-hints.ts'
import { usePages } from '../use-pages.ts'
import { InboxDetail } from './inbox-detail.tsx'
import { INBOX_TONES, INBOX_WORDS, nameOf, previewOf } from './inbox-words.ts'

const date: Column<InboxItem> = {
  title: 'Date',
  cell: ({ createdAt }) => formatDate(createdAt),
  className: 'figures whitespace-nowrap',
}
const status: Column<InboxItem> = {
  title: 'Status',
  cell: (item) => <Badge tone={INBOX_TONES[item.status] ?? 'plain'}>{item.status}</Badge>,
}
const named = (title: string): Column<InboxItem> => ({ title, cell: nameOf })
const subject: Column<InboxItem> = { title: 'Subject', cell: (item) => previewOf(item.subject) }
const sport: Column<InboxItem> = {
  title: 'Sport',
  cell: (item) => item.sport ?? 'N/A',
  className: 'max-md:hidden',
}

/** The columns of each tab (S2-2.123, S2-2.130, S2-2.133). */
const COLUMNS: Record<Inbox, readonly Column<InboxItem>[]> = {
  feedback: [named('Username'), date, status],
  contact: [named('Name'), date, subject, status],
  application: [named('Name'), date, sport, status],
}

/** What was written to the team: narrowed by name and status, with how far the team is and what it notes for itself. */
export function InboxTab({ inbox }: { inbox: Inbox }) {
  const [name, setName] = useState('')
  const [wanted, setWanted] = useState('')
  const [selectedId, select] = useState<string | null>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const typed = useDeferredValue(name.trim())
  const pages = usePages<InboxAnswer, InboxItem>({
    path: CALLS.deskInbox,
    request: { inbox, name: typed.slice(0, 100) || null, status: wanted || null },
    rowsOf: ({ items }) => items,
    cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
  })
  const ids = pages.rows.map(({ id }) => id)
  const item = pages.rows.find(({ id }) => id === selectedId) ?? null
  useDeskHints(() => pages.reload())
  useDeskKeys((move) => {
    if (move === 'next') select(stepFrom(ids, selectedId, 1))
    if (move === 'previous') select(stepFrom(ids, selectedId, -1))
    if (move === 'search') searchRef.current?.focus()
  })
  const words = INBOX_WORDS[inbox]
  return (
    <>
      <div className={`mb-4 flex flex-wrap gap-3 ${item ? 'max-lg:hidden' : ''}`}>
        <TextFilter label={words.search} value={name} onChange={setName} fieldRef={searchRef} hotkey="/" />
        <SelectFilter
          label="Status"
          value={wanted}
          options={[['', 'Every status'], ...INBOX_STATUSES[inbox].map((each) => [each, each] as const)]}
          onChange={setWanted}
        />
      </div>
      <Panes
        isLooking={item !== null}
        list={
          <Rows
            pages={pages}
            none={{ title: name || wanted ? 'None of these' : 'Nothing here yet', text: words.none }}
          >
            <PlainTable
              rows={pages.rows}
              columns={COLUMNS[inbox]}
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
              onChanged={pages.reload}
              onBack={() => select(null)}
            />
          )
        }
      />
    </>
  )
}

import { useDeferredValue, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { MessageWay } from '../../../sync/desk/message-again.ts'
import {
  type DeskMessage,
  MESSAGE_STATES,
  type MessageState,
  type MessagesAnswer,
} from '../../../sync/desk/messages.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { formatDateTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { stepFrom, useDeskKeys } from '../desk-keys.ts'
import { SEARCHED_FROM } from '../desk-words.ts'
import { SelectFilter, TextFilter } from '../filters.tsx'
import { nameOfThing, spokenKind } from '../found/thing-words.ts'
import { useNamedId } from '../found/use-named.ts'
import { type Column, Panes, PlainTable, Rows } from '../panes.tsx'
import { oneOf, useNarrowed } from '../use-narrowed.ts'
import { usePages } from '../use-pages.ts'
import { MessagePane } from './message-pane.tsx'
import { STATE_NAMES, STATE_TONES, shownRecipient } from './message-state.ts'

const COLUMNS: readonly Column<DeskMessage>[] = [
  {
    title: 'Message',
    cell: ({ kind, about, to }) => (
      <>
        {spokenKind(kind)}
        <span className="block font-normal text-muted md:hidden">{shownRecipient(to)}</span>
        {about && <span className="block font-normal text-muted">{nameOfThing(about)}</span>}
      </>
    ),
  },
  { title: 'To', cell: ({ to }) => shownRecipient(to), className: 'max-md:hidden' },
  {
    title: 'State',
    cell: ({ state, receivedAt }) => (
      <Badge tone={STATE_TONES[state]}>{receivedAt === null ? STATE_NAMES[state] : 'Received'}</Badge>
    ),
  },
  {
    title: 'Ordered',
    cell: ({ orderedAt }) => formatDateTime(orderedAt),
    className: 'figures text-right whitespace-nowrap max-sm:hidden',
  },
]

/** Renders the mails and push messages: their recipients, their state and text, and a way to send them again. */
export function MessagesPage() {
  const named = useNamedId()
  const [said, narrow] = useNarrowed()
  const way: MessageWay = oneOf(['mail', 'push'], said.way) ?? 'mail'
  const state = oneOf(MESSAGE_STATES, said.state)
  const [text, setText] = useState(named ?? '')
  const [selectedId, select] = useState<string | null>(named)
  const typed = useDeferredValue(text.trim())
  const of = typed.length >= SEARCHED_FROM ? typed.slice(0, LIMITS.emailCharacters) : null
  const pages = usePages<MessagesAnswer, DeskMessage>({
    path: DESK_CALLS.deskMessages,
    request: {
      way,
      state,
      of,
    },
    rowsOf: ({ messages }) => messages,
    cursorOf: ({ id, orderedAt }) => ({ at: orderedAt, id }),
  })
  const ids = pages.rows.map(({ id }) => id)
  const selected = pages.rows.find(({ id }) => id === selectedId) ?? null
  useDeskKeys({
    next: () => select(stepFrom(ids, selectedId, 1)),
    previous: () => select(stepFrom(ids, selectedId, -1)),
  })
  return (
    <>
      <div className={`mb-4 flex flex-wrap gap-3 ${selected ? 'max-lg:hidden' : ''}`}>
        <SelectFilter
          label="Way"
          value={way}
          options={[
            ['mail', 'Mails'],
            ['push', 'Push messages'],
          ]}
          onChange={(value) => narrow({ way: value })}
        />
        <SelectFilter
          label="State"
          value={state ?? ''}
          options={[['', 'Every state'], ...MESSAGE_STATES.map((each) => [each, STATE_NAMES[each]] as const)]}
          onChange={(value) => narrow({ state: value })}
        />
        <TextFilter label="Email or ID" value={text} onChange={setText} limit={LIMITS.emailCharacters} />
        {text && (
          <Button tone="quiet" size="small" onClick={() => setText('')}>
            Show all
          </Button>
        )}
      </div>
      <Panes
        isLooking={selected !== null}
        list={
          <div className="grid gap-4">
            {typed !== '' && of === null && (
              <StatusLine icon="info" live>
                Type three letters to search.
              </StatusLine>
            )}
            <Rows pages={pages} none={noneOf(way, { of, state })}>
              <PlainTable rows={pages.rows} columns={COLUMNS} selectedId={selectedId} onSelect={select} />
            </Rows>
          </div>
        }
        pane={
          selected && (
            <MessagePane
              key={selected.id}
              message={selected}
              onSent={pages.reload}
              onBack={() => select(null)}
            />
          )
        }
      />
    </>
  )
}

type Narrowed = { of: string | null; state: MessageState | null }

/** Returns the words for an empty list, which name only what the list was narrowed to. */
function noneOf(way: MessageWay, { of, state }: Narrowed): { title: string; text: string } {
  const about = of === null ? '' : ' for this address, request or person'
  const title = 'Nothing matches'
  const one = way === 'push' ? 'push message' : 'mail'
  if (state !== null) return { title, text: `No ${one}${about} has this state.` }
  if (of !== null) return { title, text: `There is no ${one}${about}.` }
  return { title: `No ${one} yet`, text: `Every ${one} appears here as it is ordered.` }
}

import { useState } from 'react'
import { ACT_KINDS, type AuditAnswer, type AuditRow } from '../../../sync/desk/audit.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { formatDateTime, formatTime } from '../../text/format.ts'
import { formatDate } from '../../text/format-date.ts'
import { groupBy } from '../../text/group-by.ts'
import { Button } from '../../ui/button.tsx'
import { DayFilter, SelectFilter, TextFilter } from '../filters.tsx'
import { ThingLink } from '../found/thing-link.tsx'
import { useNamedId } from '../found/use-named.ts'
import { Rows } from '../panes.tsx'
import { useDeskHints } from '../use-desk-hints.ts'
import { oneOf, useNarrowed } from '../use-narrowed.ts'
import { usePages } from '../use-pages.ts'
import { KIND_NAMES, nounOf, sentenceOf } from './audit-words.ts'

/** Matches an id of this product, also in capitals, because an admin may paste it that way. */
const OURS = /^[0-9A-F-]{36}$/i
const ID_CHARACTERS = 64
const DAY = /^20\d{2}-\d{2}-\d{2}$/

/**
 * Renders the audit log: everything the team did, in sentences, filtered by admin, kind, day and id. Nobody can
 * change its entries.
 */
export function AuditPage() {
  const named = useNamedId()
  const [said, narrow] = useNarrowed()
  const [about, setAbout] = useState(named ?? '')
  const filter = { ...readFilter(said), about }
  const pages = usePages<AuditAnswer, AuditRow>({
    path: DESK_CALLS.deskAudit,
    request: requestOf(filter),
    rowsOf: ({ acts }) => acts,
    cursorOf: ({ id }) => id,
  })
  useDeskHints(() => pages.reload())
  const showEverything = () => {
    narrow({ by: '', kind: '', from: '', until: '' })
    setAbout('')
  }
  const isNarrowed = Object.values(filter).some(Boolean)
  return (
    <div className="grid content-start gap-4 lg:min-h-0 lg:overflow-y-auto">
      <div className="flex flex-wrap items-center gap-3">
        <SelectFilter
          label="Who"
          value={filter.by}
          options={[
            ['', 'Everybody'],
            ...(pages.answer?.people ?? []).map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(by) => narrow({ by })}
        />
        <SelectFilter
          label="What"
          value={filter.kind}
          options={[['', 'Everything'], ...ACT_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const)]}
          onChange={(kind) => narrow({ kind })}
        />
        <DayFilter label="From" value={filter.from} onChange={(from) => narrow({ from })} />
        <DayFilter label="To" value={filter.until} onChange={(until) => narrow({ until })} />
        <TextFilter label="About the ID" value={about} onChange={setAbout} />
        {isNarrowed && (
          <Button tone="quiet" size="small" onClick={showEverything}>
            Show everything
          </Button>
        )}
      </div>
      <Rows
        pages={pages}
        none={
          isNarrowed
            ? { title: 'Nothing matches', text: 'Nothing of this kind was done, or not at this time.' }
            : { title: 'Nothing done yet', text: 'Everything the team does is recorded here for good.' }
        }
      >
        <Days acts={pages.rows} />
      </Rows>
    </div>
  )
}

/** Reads the filter from the address. A value that does not exist counts as empty. */
function readFilter({ by, kind, from, until }: Record<string, unknown>) {
  const text = (said: unknown, form: RegExp) => (typeof said === 'string' && form.test(said) ? said : '')
  return {
    by: text(by, OURS),
    kind: oneOf(ACT_KINDS, kind) ?? '',
    from: text(from, DAY),
    until: text(until, DAY),
  }
}

function requestOf({ by, kind, from, until, about }: ReturnType<typeof readFilter> & { about: string }) {
  const typed = about.trim().slice(0, ID_CHARACTERS)
  return {
    by: by || null,
    kind: kind || null,
    from: from ? startOf(from) : null,
    until: until ? endOf(until) : null,
    // Text that is no whole id is sent as it is: no act has such a subject, so the list is empty.
    subject: typed === '' ? null : OURS.test(typed) ? typed.toLowerCase() : typed,
  }
}

/** Returns when a day begins in the time zone of the browser. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).getTime()

function endOf(day: string): number {
  const next = new Date(startOf(day))
  // Do not add 24 hours, because some days have 23 hours and some 25.
  next.setDate(next.getDate() + 1)
  return next.getTime()
}

/** Renders the acts, grouped by the day on which the team did them. */
function Days({ acts }: { acts: readonly AuditRow[] }) {
  const days = [...groupBy(acts, ({ at }) => formatDate(at))]
  return (
    <div className="text-sm">
      {days.map(([day, done]) => (
        <section key={day} aria-label={day}>
          <h2 className="label sticky top-0 z-10 border-b bg-sunken px-4 py-2 text-muted text-xs">{day}</h2>
          <ul className="divide-y border-b last:border-b-0">
            {done.map((row) => (
              <Act key={row.id} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Act({ row }: { row: AuditRow }) {
  const [before, after] = sentenceOf(row)
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 md:grid-cols-[4.5rem_minmax(0,1fr)]">
      <time
        dateTime={new Date(row.at).toISOString()}
        title={formatDateTime(row.at)}
        className="figures whitespace-nowrap text-muted"
      >
        {formatTime(row.at)}
      </time>
      <p className="[overflow-wrap:anywhere]">
        <span className="label">{row.admin}</span> {before}
        {after !== null && (
          <>
            {row.about ? <ThingLink thing={row.about} /> : nounOf(row)}
            {after}
          </>
        )}
        .{row.reason && <span className="text-muted"> Reason: {row.reason}</span>}
      </p>
    </li>
  )
}

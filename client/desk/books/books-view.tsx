import { useState } from 'react'
import { type BooksAnswer, NO_ATHLETE } from '../../../sync/desk/books.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { FileButton } from '../../payment/file-button.tsx'
import { formatDate } from '../../text/format-date.ts'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { ErrorLine } from '../error-line.tsx'
import { useRead } from '../use-read.ts'
import { type BooksSearch, nameOf } from './books-search.ts'
import { FigureGrid } from './figure-grid.tsx'
import { FlowsTable } from './flows-table.tsx'
import { AthleteLink } from './money-links.tsx'

/** Renders the figures of a period, the same by athlete and by day, and the buttons that download its files. */
export function BooksView({ search: { from, until } }: { search: BooksSearch }) {
  const { answer, errorText, reload } = useRead<BooksAnswer>(DESK_CALLS.deskBooks, { from, until })
  const days = { from, until }
  return (
    <>
      <Files of={nameOf(days)} />
      <ErrorLine errorText={errorText} onAgain={reload} />
      {!answer && !errorText && <Skeleton className="h-64" />}
      {answer && (
        <>
          <FigureGrid books={answer} days={days} />
          <Breakdown books={answer} days={days} />
        </>
      )}
    </>
  )
}

/** Renders the download buttons, which exist only for whole months and years. */
function Files({ of }: { of: string | null }) {
  if (of === null)
    return <p className="text-muted text-sm">Files are made for a whole month, or for a year.</p>
  const isMonth = of.length > 4
  return (
    <div className="flex flex-wrap gap-3">
      {isMonth && (
        <>
          <FileButton path={DESK_CALLS.deskBookFile} body={{ file: 'month-csv', of }}>
            Month as a table (CSV)
          </FileButton>
          <FileButton path={DESK_CALLS.deskBookFile} body={{ file: 'month-pdf', of }}>
            Month as a document (PDF)
          </FileButton>
        </>
      )}
      <FileButton path={DESK_CALLS.deskBookFile} body={{ file: 'year-csv', of: of.slice(0, 4) }}>
        {`Athletes of ${of.slice(0, 4)} (CSV)`}
      </FileButton>
    </div>
  )
}

type BreakdownProps = { books: BooksAnswer; days: Pick<BooksSearch, 'from' | 'until'> }

function Breakdown({ books, days }: BreakdownProps) {
  const [by, setBy] = useState<'athlete' | 'day'>('athlete')
  const { athletes, moreAthletes } = books
  return (
    <section className="grid content-start gap-3" aria-label="In parts">
      <div className="flex gap-1">
        {(['athlete', 'day'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={by === each}
            onClick={() => setBy(each)}
            className="label min-h-11 rounded px-3 text-muted text-sm aria-pressed:bg-sunken aria-pressed:text-ink"
          >
            {each === 'athlete' ? 'By athlete' : 'By day'}
          </button>
        ))}
      </div>
      {(by === 'athlete' ? athletes : books.days).length === 0 ? (
        <p className="text-muted text-sm">Nothing moved in this period.</p>
      ) : by === 'athlete' ? (
        <FlowsTable
          first="Athlete"
          rows={athletes.map(({ id, name, username, flows, owedCents, onItsWayCents }) => ({
            key: id ?? 'nobody',
            name: id ? <AthleteLink athlete={{ id, name, username }} /> : name,
            flows,
            days,
            athlete: id ?? NO_ATHLETE,
            ...(id && { owed: { owedCents, onItsWayCents } }),
          }))}
        />
      ) : (
        <FlowsTable
          first="Day"
          rows={books.days.map(({ day, flows }) => ({
            key: day,
            name: <span className="whitespace-nowrap">{formatDate(Date.parse(day), { zone: 'UTC' })}</span>,
            flows,
            days: { from: day, until: day },
            athlete: null,
          }))}
        />
      )}
      <CutLine more={by === 'athlete' && moreAthletes} shown={`first ${athletes.length}`}>
        The file of the year has all.
      </CutLine>
    </section>
  )
}

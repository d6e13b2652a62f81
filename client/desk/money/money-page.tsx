import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskReturnsAnswer } from '../../../sync/desk/returns.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import {
  type BooksSearch,
  isReversed,
  readBooksSearch,
  searchOf,
  VIEWS,
  type View,
} from '../books/books-search.ts'
import { BooksView } from '../books/books-view.tsx'
import { LedgerView } from '../books/ledger-view.tsx'
import { PeriodPicker } from '../books/period-picker.tsx'
import { ErrorLine } from '../error-line.tsx'
import { useRead } from '../use-read.ts'
import { BreaksPart } from './breaks-part.tsx'
import { PayoutsPart } from './payouts-part.tsx'
import { ReturnsPart } from './returns-part.tsx'

/**
 * Renders the money of the business beyond single requests: open tasks, the figures of a period, and the ledger.
 */
export function MoneyPage() {
  const said = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const [openedAt] = useState(() => Date.now())
  const [turn, setTurn] = useState(0)
  const search = readBooksSearch(said, openedAt)
  const { view, from, until } = search
  const change = (to: Partial<BooksSearch>) =>
    void navigate({ to: '/admin', search: searchOf({ ...search, ...to }), replace: true })
  return (
    <div className="grid grid-cols-1 content-start gap-6 lg:min-h-0 lg:overflow-y-auto">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="display text-2xl">Money</h2>
        <Views active={view} days={{ from, until }} />
        <Button tone="secondary" size="small" icon="retry" onClick={() => setTurn(turn + 1)}>
          Refresh
        </Button>
      </div>
      {view !== 'payouts' && <PeriodPicker period={search} now={openedAt} onChange={change} />}
      {view === 'payouts' && <ToDo key={turn} />}
      {view === 'books' && !isReversed(search) && (
        <>
          <Compared key={turn} />
          <BooksView key={`books ${turn}`} search={search} />
        </>
      )}
      {view === 'ledger' && !isReversed(search) && (
        <LedgerView key={turn} search={search} onChange={change} />
      )}
    </div>
  )
}

function Views({ active, days }: { active: View; days: Pick<BooksSearch, 'from' | 'until'> }) {
  return (
    <nav aria-label="Money" className="mr-auto flex flex-wrap gap-1">
      {(Object.keys(VIEWS) as View[]).map((view) => (
        <Link
          key={view}
          to="/admin"
          search={searchOf({ view, ...days })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={view === active ? 'page' : undefined}
          className="label inline-flex min-h-11 items-center rounded px-3 text-muted text-sm aria-[current]:bg-sunken aria-[current]:text-ink"
        >
          {VIEWS[view]}
        </Link>
      ))}
    </nav>
  )
}

/** Renders the result of the last nightly reconciliation of the books with the provider. */
function Compared() {
  const { answer } = useRead<DeskReturnsAnswer>(DESK_CALLS.deskReturns, {})
  return answer && <BreaksPart check={answer.check} />
}

/** Renders the payouts, the refunds and disputes, and the breaks between the books and the provider. */
function ToDo() {
  const { answer, errorText, reload } = useRead<DeskReturnsAnswer>(DESK_CALLS.deskReturns, {})
  return (
    <>
      <ErrorLine errorText={errorText} onAgain={reload} />
      {!answer && !errorText && <Skeleton className="h-40" />}
      <PayoutsPart />
      {answer && (
        <>
          <ReturnsPart {...answer} onDone={reload} />
          {/* Breaks appear here because an admin has to act on them. */}
          {answer.check?.breaks?.length ? <BreaksPart check={answer.check} /> : null}
        </>
      )}
    </>
  )
}

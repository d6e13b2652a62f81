import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { ErrorLine } from './error-line.tsx'
import { useFocusBetween, useFocusKept } from './pane-focus.ts'
import type { Pages } from './use-pages.ts'

/**
 * Renders a list with a pane for the selected entry beside it. On a phone, and in a narrow or zoomed window, the pane
 * replaces the list: it takes the focus of the row, which gets it back with the list.
 */
export function Panes({ isLooking, list, pane }: { isLooking: boolean; list: ReactNode; pane: ReactNode }) {
  const listRef = useFocusBetween(isLooking)
  return (
    <div className="grid flex-1 gap-5 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_minmax(24rem,32rem)] lg:grid-rows-[minmax(0,1fr)]">
      <div
        ref={listRef}
        className={`relative min-w-0 lg:min-h-0 lg:overflow-y-auto ${isLooking ? 'max-lg:hidden' : ''}`}
      >
        {list}
      </div>
      {pane}
    </div>
  )
}

type PaneProps = {
  label: string
  /** The id of the selected entry: when it changes, the pane scrolls back to its top. */
  of: string
  onBack: () => void
  children: ReactNode
  footer?: ReactNode
}

/** Renders the pane for the selected entry. */
export function Pane({ label, of, onBack, children, footer }: PaneProps) {
  const whole = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is looked at
  useLayoutEffect(() => {
    body.current?.scrollTo(0, 0)
    // On a phone the page scrolls, not the pane.
    if (whole.current && whole.current.getBoundingClientRect().top < 0) whole.current.scrollIntoView()
  }, [of])
  useFocusKept(() => whole.current)
  return (
    <section
      ref={whole}
      tabIndex={-1}
      aria-label={label}
      className="lg:card flex min-w-0 flex-col lg:min-h-0 lg:overflow-hidden"
    >
      <button
        type="button"
        onClick={onBack}
        className="label -ml-2 mb-3 flex min-h-11 items-center gap-1.5 rounded px-2 text-sm lg:hidden"
      >
        <Icon name="arrow-left" className="size-5" />
        Back
      </button>
      <div
        ref={body}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled by keyboard as well
        tabIndex={0}
        className="relative grid grid-cols-1 content-start gap-5 pb-6 focus-visible:-outline-offset-3 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:p-6"
      >
        {children}
      </div>
      {footer}
    </section>
  )
}

type RowsProps<Row> = {
  pages: Pages<unknown, Row>
  children: ReactNode
  /** The text for an empty list. */
  none: { title: string; text: string }
}

/** Renders the rows of a list with an error, a skeleton, an empty state or the "Show more" button where needed. */
export function Rows<Row>({ pages, children, none }: RowsProps<Row>) {
  const { rows, ready, errorText, more, reload, loadMore } = pages
  return (
    <div className="grid gap-4">
      <ErrorLine errorText={errorText} onAgain={reload} />
      {rows.length > 0 && <div className="card">{children}</div>}
      {rows.length === 0 && !ready && !errorText && <RowsSkeleton />}
      {rows.length === 0 && ready && (
        <EmptyState title={none.title} drawing="court">
          {none.text}
        </EmptyState>
      )}
      {more && (
        <BusyButton tone="secondary" size="small" className="justify-self-center" onPress={loadMore}>
          Show more
        </BusyButton>
      )}
    </div>
  )
}

function RowsSkeleton() {
  return (
    <div aria-hidden className="card grid gap-3 p-4">
      {['first', 'second', 'third', 'fourth', 'fifth'].map((line) => (
        <Skeleton key={line} className="h-8" />
      ))}
    </div>
  )
}

export const CELL = 'px-2 py-2 align-top first:pl-4 last:pr-4 md:px-3'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Classes of the cells of this column, the head included. */
  className?: string
}

/** Renders a text that a user typed, cut to two lines because the pane shows all of it. */
export function TwoLines({ children }: { children: ReactNode }) {
  return <span className="line-clamp-2 [overflow-wrap:anywhere]">{children}</span>
}

type PlainTableProps<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  selectedId: string | null
  onSelect: (id: string) => void
}

/** Renders a table whose rows can be selected: the first cell of each row is a button. */
export function PlainTable<Row extends { id: string }>({
  rows,
  columns,
  selectedId,
  onSelect,
}: PlainTableProps<Row>) {
  return (
    <table className="w-full text-left text-sm">
      <thead className="sticky top-0 z-10 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
        <tr className="label text-muted text-xs">
          {columns.map(({ title, className = '' }) => (
            <th key={title} className={`${CELL} ${className}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map((row) => (
          <PlainLine
            key={row.id}
            row={row}
            columns={columns}
            isSelected={row.id === selectedId}
            onSelect={() => onSelect(row.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

type PlainLineProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  isSelected: boolean
  onSelect: () => void
}

function PlainLine<Row>({ row, columns, isSelected, onSelect }: PlainLineProps<Row>) {
  const ref = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isSelected) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <tr ref={ref} className={lineLook(isSelected)}>
      {columns.map(({ title, cell, className = '' }, index) => (
        <td key={title} className={`${CELL} [overflow-wrap:anywhere] ${className}`}>
          {index > 0 ? (
            cell(row)
          ) : (
            <button
              type="button"
              onClick={onSelect}
              aria-current={isSelected ? 'true' : undefined}
              className="label min-h-6 text-left after:absolute after:inset-0 after:content-['']"
            >
              {cell(row)}
            </button>
          )}
        </td>
      ))}
    </tr>
  )
}

/**
 * Returns the classes of a table row. The button in the first cell covers the whole row; WebKit contains such an
 * overlay in its row only when the row has a transform.
 */
export function lineLook(isSelected: boolean): string {
  const look = isSelected ? 'bg-sunken shadow-[inset_3px_0_0_var(--signal)]' : 'hover:bg-sunken/60'
  return `relative [transform:scale(1)] scroll-my-16 ${look}`
}

/** Renders a part of a pane under a small title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t pt-4">
      <h3 className="label mb-1.5 text-muted text-xs">{title}</h3>
      <div className="text-sm [overflow-wrap:anywhere]">{children}</div>
    </section>
  )
}

/** Renders names and values in two columns, and leaves out empty values. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 border-t pt-4 text-sm">
      {facts.map(([name, value]) =>
        value === null || value === '' ? null : (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

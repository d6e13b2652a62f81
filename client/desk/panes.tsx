import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { ErrorLine } from './error-line.tsx'
import type { Pages } from './use-pages.ts'

/** A list beside what is looked at; on a phone the one stands in the place of the other. */
export function Panes({ isLooking, list, pane }: { isLooking: boolean; list: ReactNode; pane: ReactNode }) {
  return (
    <div className="grid flex-1 gap-5 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_minmax(24rem,32rem)] lg:grid-rows-[minmax(0,1fr)]">
      <div className={`relative min-w-0 lg:min-h-0 lg:overflow-y-auto ${isLooking ? 'max-lg:hidden' : ''}`}>
        {list}
      </div>
      {pane}
    </div>
  )
}

type PaneProps = {
  label: string
  /** Its id: another one is looked at from its top, wherever the one before was left. */
  of: string
  onBack: () => void
  children: ReactNode
  footer?: ReactNode
}

/** What is looked at. */
export function Pane({ label, of, onBack, children, footer }: PaneProps) {
  const whole = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is looked at
  useLayoutEffect(() => {
    body.current?.scrollTo(0, 0)
    // on a phone it is the page that is scrolled
    if (whole.current && whole.current.getBoundingClientRect().top < 0) whole.current.scrollIntoView()
  }, [of])
  return (
    <section
      ref={whole}
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
  /** What is said where there is none. */
  none: { title: string; text: string }
}

/** The rows of a list with what stands around them: trouble, what is still loading, nothing, more. */
export function Rows<Row>({ pages, children, none }: RowsProps<Row>) {
  const { rows, ready, trouble, more, reload, loadMore } = pages
  return (
    <div className="grid gap-4">
      <ErrorLine trouble={trouble} onAgain={reload} />
      {rows.length > 0 && <div className="card">{children}</div>}
      {rows.length === 0 && !ready && !trouble && <RowsSkeleton />}
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
  /** Classes of its cells, the head included. */
  className?: string
}

/** What somebody typed, as a list shows it: at most two lines, since its pane shows all of it. */
export function TwoLines({ children }: { children: ReactNode }) {
  return <span className="line-clamp-2 [overflow-wrap:anywhere]">{children}</span>
}

type PlainTableProps<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  selectedId: string | null
  onSelect: (id: string) => void
}

/** Rows of which one is looked at: the first cell is the button. */
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
 * How a row looks, looked at or not. The button of its first cell covers it: WebKit lets a row hold what is laid over it
 * only where the row is transformed.
 */
export function lineLook(isSelected: boolean): string {
  const look = isSelected ? 'bg-sunken shadow-[inset_3px_0_0_var(--signal)]' : 'hover:bg-sunken/60'
  return `relative [transform:scale(1)] scroll-my-16 ${look}`
}

/** A part of what is looked at, under a small title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t pt-4">
      <h3 className="label mb-1.5 text-muted text-xs">{title}</h3>
      <div className="text-sm [overflow-wrap:anywhere]">{children}</div>
    </section>
  )
}

/** Names and values in two columns; what has no value is left out. */
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

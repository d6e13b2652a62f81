import { useEffect, useRef } from 'react'
import type { DeskRow } from '../../sync/calls.ts'
import { cutSubject } from '../conversation/thread.ts'
import { formatDate } from '../text/format-date.ts'
import { formatMoney } from '../text/format-money.ts'
import { Icon } from '../ui/icon.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { STATUS_LABELS, STATUS_TONES, screeningLeft } from './desk-words.ts'

const PREVIEW_CHARACTERS = 20
const CELL = 'px-2 py-2.5 align-top first:pl-4 last:pr-4 md:px-3'
const TONES = {
  plain: 'text-muted',
  signal: 'text-signal-text',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
}

type DeskTableProps = {
  rows: readonly DeskRow[]
  selectedId: string | null
  now: number
  onSelect: (id: string) => void
}

/** The requests, one line each (S2-2.112). */
export function DeskTable({ rows, selectedId, now, onSelect }: DeskTableProps) {
  return (
    <table className="w-full text-left text-sm max-md:table-fixed">
      <thead className="sticky top-0 z-10 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
        <tr className="label text-muted text-xs">
          <th className={`${CELL} max-md:w-20 md:whitespace-nowrap`}>Price Paid</th>
          <th className={`${CELL} max-md:hidden`}>Receiver</th>
          <th className={CELL}>Requester</th>
          <th className={`${CELL} max-sm:hidden`}>Status</th>
          <th className={`${CELL} text-right max-md:w-[7.5rem]`}>Date</th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map((row) => (
          <DeskLine
            key={row.id}
            row={row}
            isSelected={row.id === selectedId}
            now={now}
            onSelect={() => onSelect(row.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

type DeskLineProps = { row: DeskRow; isSelected: boolean; now: number; onSelect: () => void }

function DeskLine({ row, isSelected, now, onSelect }: DeskLineProps) {
  const ref = useRef<HTMLTableRowElement>(null)
  const left = screeningLeft(row, now)
  useEffect(() => {
    if (isSelected) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <tr
      ref={ref}
      className={`relative scroll-my-16 transition-colors ${isSelected ? 'bg-sunken shadow-[inset_3px_0_0_var(--signal)]' : 'hover:bg-sunken/60'}`}
    >
      <td className={`${CELL} figures label`}>
        <button
          type="button"
          onClick={onSelect}
          aria-current={isSelected ? 'true' : undefined}
          className="after:absolute after:inset-0 after:content-['']"
        >
          {row.amountCents > 0 ? formatMoney(row.amountCents, 'full') : 'Free'}
          <span className="sr-only">
            , {row.requester} to @{row.receiver}: {row.subject || 'N/A'}
          </span>
        </button>
      </td>
      <td className={`${CELL} max-md:hidden`}>@{row.receiver}</td>
      <td className={`${CELL} [overflow-wrap:anywhere]`}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="label">{row.requester}</span>
          {row.under18 && <Badge tone="warning">Under 18</Badge>}
        </span>
        <span className="flex items-center gap-1.5 text-muted">
          <Icon name={row.kind === 'video' ? 'play' : 'text'} className="size-[1.1em]" />
          <span className="line-clamp-1">
            {row.subject ? cutSubject(row.subject, PREVIEW_CHARACTERS) : 'N/A'}
          </span>
        </span>
        <span className="text-muted md:hidden">to @{row.receiver}</span>
      </td>
      <td className={`${CELL} max-sm:hidden`}>
        <Badge tone={STATUS_TONES[row.status]}>{STATUS_LABELS[row.status]}</Badge>
      </td>
      <td className={`${CELL} figures whitespace-nowrap text-right`}>
        <span className="block text-muted">{formatDate(row.submittedAt)}</span>
        {left && <span className={TONES[left.tone]}>{left.text}</span>}
      </td>
    </tr>
  )
}

export function DeskTableSkeleton() {
  return (
    <div aria-hidden className="grid gap-3 p-4">
      {['first', 'second', 'third', 'fourth', 'fifth'].map((line) => (
        <Skeleton key={line} className="h-11" />
      ))}
    </div>
  )
}

import { memo, useEffect, useRef } from 'react'
import type { DeskRow } from '../../../sync/desk/requests.ts'
import { cutSubject } from '../../conversation/thread.ts'
import { VideoPoster } from '../../media/video-poster.tsx'
import { formatDate } from '../../text/format-date.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import {
  FLAG_WORDS,
  paidWords,
  STATUS_LABELS,
  STATUS_TONES,
  screeningLeft,
  shownAthlete,
} from '../desk-words.ts'
import { CELL, lineLook } from '../panes.tsx'
import { takenNow } from '../request/taken-words.ts'
import type { Requests } from './use-requests.ts'

const PREVIEW_CHARACTERS = 20
const TONES = {
  plain: 'text-muted',
  signal: 'text-signal-text',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
}

/** Renders the requests, one line each (S2-2.112). */
export function RequestsTable({ requests }: { requests: Requests }) {
  const { list, selectedId, now, select, canChoose, chosen } = requests
  const { rows } = list
  return (
    <table className="w-full text-left text-sm max-md:table-fixed">
      <thead className="sticky top-0 z-10 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
        <tr className="label text-muted text-xs">
          {canChoose && (
            <th className="w-11 max-lg:hidden">
              <span className="sr-only">Chosen</span>
            </th>
          )}
          <th className={`${CELL} max-md:w-20 md:whitespace-nowrap`}>Price Paid</th>
          <th className={`${CELL} max-md:hidden`}>Receiver</th>
          <th className={CELL}>Requester</th>
          <th className={`${CELL} max-sm:hidden`}>Status</th>
          <th className={`${CELL} text-right max-md:w-32`}>Date</th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map((row) => (
          <DeskLine
            key={row.id}
            row={row}
            isSelected={row.id === selectedId}
            now={now}
            onSelect={() => select(row.id)}
            chosen={canChoose ? { is: chosen.has(row.id), toggle: () => chosen.toggle(row.id) } : null}
          />
        ))}
      </tbody>
    </table>
  )
}

type DeskLineProps = {
  row: DeskRow
  isSelected: boolean
  now: number
  onSelect: () => void
  chosen: { is: boolean; toggle: () => void } | null
}

/**
 * Compares lines without their callbacks, because an older callback does the same. Otherwise every key press would
 * render all lines.
 */
const isSameLine = (before: DeskLineProps, after: DeskLineProps) =>
  before.row === after.row &&
  before.isSelected === after.isSelected &&
  before.now === after.now &&
  before.chosen?.is === after.chosen?.is

const DeskLine = memo(function DeskLine({ row, isSelected, now, onSelect, chosen }: DeskLineProps) {
  const ref = useRef<HTMLTableRowElement>(null)
  const left = screeningLeft(row, now)
  const { paid, beside } = paidWords(row)
  const taken = takenNow(row, now)
  useEffect(() => {
    if (isSelected) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <tr
      ref={ref}
      className={`${lineLook(isSelected)} ${row.waiting && !row.waiting.refused ? 'opacity-55' : ''}`}
    >
      {chosen && (
        <td className="relative z-[1] w-11 pl-2 align-top max-lg:hidden">
          <label className="grid size-11 place-items-center">
            <input
              type="checkbox"
              checked={chosen.is}
              onChange={chosen.toggle}
              className="size-4 accent-(--ink)"
            />
            <span className="sr-only">Choose {row.subject || 'N/A'}</span>
          </label>
        </td>
      )}
      <td className={`${CELL} figures label`}>
        <button
          type="button"
          onClick={onSelect}
          aria-current={isSelected ? 'true' : undefined}
          className="text-left after:absolute after:inset-0 after:content-['']"
        >
          {paid}
          {beside && <span className="block font-normal text-muted text-xs">{beside}</span>}
          <span className="sr-only">
            , {row.requester} to {shownAthlete(row.receiver)}: {row.subject || 'N/A'}
          </span>
        </button>
      </td>
      <td className={`${CELL} max-md:hidden`}>{shownAthlete(row.receiver)}</td>
      <td className={`${CELL} [overflow-wrap:anywhere]`}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="label">{row.requester}</span>
          {row.under18 && <Badge tone="warning">Under 18</Badge>}
          {taken && <Badge icon="users">{taken.isMine ? 'Yours' : taken.by}</Badge>}
          {row.status === 'new' &&
            row.flags.map((flag) => (
              <Badge key={flag} icon="flag">
                {FLAG_WORDS[flag]}
              </Badge>
            ))}
        </span>
        <span className="flex items-center gap-1.5 text-muted">
          <Icon name={row.kind === 'video' ? 'play' : 'text'} className="size-[1.1em]" />
          {row.videoId && <VideoPoster videoId={row.videoId} className="h-9 w-auto max-w-16 rounded-sm" />}
          <span className="line-clamp-1">
            {row.subject ? cutSubject(row.subject, PREVIEW_CHARACTERS) : 'N/A'}
          </span>
        </span>
        <span className="text-muted md:hidden">to {shownAthlete(row.receiver)}</span>
      </td>
      <td className={`${CELL} max-sm:hidden`}>
        <Badge tone={STATUS_TONES[row.status]}>{waitingWord(row) ?? STATUS_LABELS[row.status]}</Badge>
      </td>
      <td className={`${CELL} figures whitespace-nowrap text-right`}>
        <span className="block text-muted">{formatDate(row.submittedAt)}</span>
        {left && <span className={TONES[left.tone]}>{left.text}</span>}
      </td>
    </tr>
  )
}, isSameLine)

function waitingWord({ waiting }: DeskRow): string | null {
  if (!waiting || waiting.refused) return null
  return waiting.decision === 'approve' ? 'Approving' : 'Rejecting'
}

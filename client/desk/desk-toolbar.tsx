import type { RefObject } from 'react'
import type { DeskQuestionsAnswer } from '../../sync/calls.ts'
import type { QuestionStatus } from '../../sync/question/status.ts'
import { Icon } from '../ui/icon.tsx'
import { STATUS_FILTERS } from './desk-words.ts'

type DeskToolbarProps = {
  status: QuestionStatus | null
  counts: DeskQuestionsAnswer['counts'] | null
  search: string
  searchRef: RefObject<HTMLInputElement | null>
  onStatus: (status: QuestionStatus | null) => void
  onSearch: (typed: string) => void
}

/** Which requests are seen: by status, with how many there are of each, and by what is typed. */
export function DeskToolbar({ status, counts, search, searchRef, onStatus, onSearch }: DeskToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <fieldset className="flex min-w-0 gap-1.5 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap">
        <legend className="sr-only">Status</legend>
        {STATUS_FILTERS.map((filter) => (
          <button
            key={filter.label}
            type="button"
            aria-pressed={filter.status === status}
            onClick={() => onStatus(filter.status)}
            className="label inline-flex min-h-11 shrink-0 items-center gap-2 rounded border border-line px-3 text-sm transition-colors hover:border-ink aria-pressed:border-inverse aria-pressed:bg-inverse aria-pressed:text-on-inverse"
          >
            {filter.label}
            {counts && (
              <span className="figures font-normal opacity-75">{countOf(counts, filter.status)}</span>
            )}
          </button>
        ))}
      </fieldset>
      <label className="relative block w-full md:w-72">
        <span className="sr-only">Search receiver, requester or subject</span>
        <Icon
          name="search"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
        />
        <input
          ref={searchRef}
          type="search"
          value={search}
          placeholder="Search"
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            onSearch('')
            event.currentTarget.blur()
          }}
          className="block min-h-11 w-full rounded border-[1.5px] border-control bg-surface pr-10 pl-10 text-sm placeholder:text-muted hover:border-ink focus-visible:border-ink"
        />
        <kbd
          aria-hidden
          className="absolute inset-y-0 right-3 my-auto h-fit text-muted text-xs max-md:hidden"
        >
          /
        </kbd>
      </label>
    </div>
  )
}

function countOf(counts: DeskQuestionsAnswer['counts'], status: QuestionStatus | null): number {
  if (status) return counts[status]
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

import { COUNTED, type DeskQuestionsAnswer } from '../../../sync/desk/requests.ts'
import { SEARCH_CHARACTERS } from '../../../sync/desk/search.ts'
import type { QuestionStatus } from '../../../sync/question/status.ts'
import { STATUS_FILTERS } from '../desk-words.ts'
import { CreatorFilter, SelectFilter, TextFilter } from '../filters.tsx'
import type { Requests } from './use-requests.ts'

/** Renders the filters of the requests: the status with its counts, the athlete, the order and the search. */
export function RequestsToolbar({ requests: { filter, list } }: { requests: Requests }) {
  // If the newly filtered list could not be fetched, do not show the counts of the previous one.
  const counts = (list.ready || !list.errorText) && list.answer ? list.answer.counts : null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <fieldset className="flex min-w-0 gap-1.5 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap">
        <legend className="sr-only">Status</legend>
        {STATUS_FILTERS.map(({ label, status }) => (
          <button
            key={label}
            type="button"
            aria-pressed={status === filter.status}
            onClick={() => filter.setStatus(status)}
            className="label inline-flex min-h-11 shrink-0 items-center gap-2 rounded border border-line px-3 text-sm hover:border-ink aria-pressed:border-inverse aria-pressed:bg-inverse aria-pressed:text-on-inverse"
          >
            {label}
            {counts && <span className="figures font-normal opacity-75">{countOf(counts, status)}</span>}
          </button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-start gap-3 max-sm:w-full lg:ml-auto">
        <CreatorFilter username={filter.creator} onChange={filter.setCreator} />
        {filter.status === 'new' && (
          <SelectFilter
            label="Order"
            value={filter.order}
            options={[
              ['newest', 'Newest first'],
              ['urgent', 'Most urgent first'],
              ['flagged', 'Flagged ones only'],
            ]}
            onChange={filter.setOrder}
          />
        )}
        <TextFilter
          label="Search"
          value={filter.search}
          onChange={filter.setSearch}
          fieldRef={filter.searchRef}
          hotkey="/"
          limit={SEARCH_CHARACTERS}
        />
      </div>
    </div>
  )
}

function countOf(counts: DeskQuestionsAnswer['counts'], status: QuestionStatus | null): string {
  const all = status ? [counts[status]] : Object.values(counts)
  const sum = all.reduce((one, other) => one + other, 0)
  return all.some((count) => count > COUNTED) ? `${COUNTED}+` : String(sum)
}

import type { Moment } from '../../../sync/moment.ts'
import { formatMonth } from '../../text/format-figures.ts'
import { SelectFilter } from '../filters.tsx'
import { type BooksSearch, isReversed, monthOf, nameOf, offered } from './books-search.ts'

type PeriodPickerProps = {
  period: Pick<BooksSearch, 'from' | 'until'>
  now: Moment
  onChange: (period: Pick<BooksSearch, 'from' | 'until'>) => void
}

/** A month, a year, or any days: the last day is included, and days are those of UTC. */
export function PeriodPicker({ period, now, onChange }: PeriodPickerProps) {
  const { months, years } = offered(now)
  const name = nameOf(period)
  const options = [
    ...months.map((month) => [month, formatMonth(month)] as const),
    ...years.map((year) => [year, `All of ${year}`] as const),
  ]
  const isOffered = options.some(([value]) => value === name)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectFilter
        label="Period"
        value={isOffered && name ? name : ''}
        options={isOffered ? options : [['', 'These days'], ...options]}
        onChange={(value) => value && onChange(monthOf(value))}
      />
      <Day label="From" value={period.from} onChange={(from) => onChange({ ...period, from })} />
      <Day label="Until" value={period.until} onChange={(until) => onChange({ ...period, until })} />
      <p className="flex min-h-11 items-center text-muted text-sm">Days in UTC</p>
      <p role="status" className="basis-full text-sm empty:hidden">
        {isReversed(period) && 'The first day is after the last one.'}
      </p>
    </div>
  )
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <label className="flex items-center gap-2 text-muted text-sm">
      {label}
      <input
        type="date"
        value={value}
        min="2020-01-01"
        max="2099-12-31"
        onChange={({ currentTarget }) => currentTarget.value && onChange(currentTarget.value)}
        className="figures min-h-11 rounded border-[1.5px] border-control bg-surface px-3 text-ink text-sm hover:border-ink"
      />
    </label>
  )
}

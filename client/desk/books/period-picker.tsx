import type { Moment } from '../../../sync/moment.ts'
import { formatMonth } from '../../text/format-figures.ts'
import { DayFilter, SelectFilter } from '../filters.tsx'
import { type BooksSearch, isReversed, monthOf, nameOf, offered } from './books-search.ts'

type PeriodPickerProps = {
  period: Pick<BooksSearch, 'from' | 'until'>
  now: Moment
  onChange: (period: Pick<BooksSearch, 'from' | 'until'>) => void
}

/**
 * Renders the choice of a period: a month, a year, or any two days. Days are in UTC, and the last day is included.
 */
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
      <DayFilter
        label="From"
        value={period.from}
        isRequired
        onChange={(from) => onChange({ ...period, from })}
      />
      <DayFilter
        label="Until"
        value={period.until}
        isRequired
        onChange={(until) => onChange({ ...period, until })}
      />
      <p className="flex min-h-11 items-center text-muted text-sm">Days in UTC</p>
      <p role="status" className="basis-full text-sm empty:hidden">
        {isReversed(period) && 'The first day is after the last one.'}
      </p>
    </div>
  )
}

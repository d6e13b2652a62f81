import type { ReactNode } from 'react'
import { ChartTable } from './chart-table.tsx'
import { type Measure, rangeOf, stack } from './scale.ts'

/** The look of a part of the bars. */
export type Look = 'ink' | 'muted' | 'success' | 'warning' | 'danger'
const FILLS: Record<Look, string> = {
  ink: 'fill-ink',
  muted: 'fill-control',
  success: 'fill-success',
  warning: 'fill-warning',
  danger: 'fill-danger',
}
const SWATCHES: Record<Look, string> = {
  ink: 'bg-ink',
  muted: 'bg-control',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
}

/** One part of every bar. A value is null where there is nothing to show. */
export type Series = { name: string; look: Look; values: readonly (number | null)[] }

export type BarChartProps = {
  title: string
  /** The main figure, shown large. */
  figure: ReactNode
  /** One line under the figure. */
  note?: ReactNode
  /** The names of the bars, in the order of the values. */
  labels: readonly string[]
  /** The kind of the names, for the head of their column in the table. */
  labelsOf: string
  series: readonly Series[]
  measure: Measure
  format: (value: number) => string
  /** The text that replaces the bars when there are none. */
  empty: string
}

/** Renders bars of stacked parts, and the same numbers as a table. The chart fits any width. */
export function BarChart(props: BarChartProps) {
  const { title, figure, note, series, empty } = props
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  return (
    <figure className="card grid min-w-0 grid-cols-1 content-start gap-3 p-4">
      <figcaption className="grid gap-0.5">
        <span className="label text-muted text-sm">{title}</span>
        <span className="display figures text-2xl">{figure}</span>
        {note && <span className="text-muted text-sm">{note}</span>}
      </figcaption>
      {isEmpty ? (
        <p className="grid min-h-40 place-items-center rounded bg-sunken px-4 text-center text-muted text-sm">
          {empty}
        </p>
      ) : (
        <>
          {series.length > 1 && <Legend series={series} />}
          <Plot {...props} />
          <ChartTable {...props} />
        </>
      )}
    </figure>
  )
}

function Legend({ series }: Pick<BarChartProps, 'series'>) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      {series.map(({ name, look }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2.5 rounded-[2px] ${SWATCHES[look]}`} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The chart has room for at least this many bars, so that a few bars stay slim. */
const LEAST_ROOM = 8
const HEIGHT = 100
const LEAST_HEIGHT = 1.5

function Plot({ title, labels, series, measure, format }: BarChartProps) {
  const columns = labels.map((_, index) => series.map(({ values }) => values[index] ?? null))
  const { top, bottom } = rangeOf(columns, measure)
  const room = Math.max(labels.length, LEAST_ROOM)
  const y = (value: number) => ((top - value) / (top - bottom)) * HEIGHT
  const lines = [top, top / 2, 0, ...(bottom < 0 ? [bottom] : [])]
  return (
    <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div className="relative min-w-8 text-right text-muted text-xs">
        {/* Invisible copies make the column as wide as its widest number. */}
        {lines.map((line) => (
          <span key={line} className="figures invisible block h-0 whitespace-nowrap">
            {format(line)}
          </span>
        ))}
        {lines.map((line) => (
          <span
            key={line}
            className="figures absolute right-0 -translate-y-1/2 whitespace-nowrap"
            style={{ top: `${y(line)}%` }}
          >
            {format(line)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${room} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full overflow-visible"
      >
        <title>{title}</title>
        {lines.map((line) => (
          <line
            key={line}
            x2={room}
            y1={y(line)}
            y2={y(line)}
            vectorEffect="non-scaling-stroke"
            className={line === 0 ? 'stroke-control' : 'stroke-line'}
          />
        ))}
        {columns.map((values, index) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place
            key={index}
            x={index}
            y={y}
            values={values}
            series={series}
            said={saidOf(labels[index] ?? '', values, { series, format })}
          />
        ))}
      </svg>
      <Axis labels={labels} room={room} />
    </div>
  )
}

type BarProps = {
  x: number
  y: (value: number) => number
  values: readonly (number | null)[]
  series: readonly Series[]
  said: string
}

/**
 * Renders the stacked parts of one bar, separated by lines in the colour of the ground. A mouse over any height of
 * the bar shows its numbers.
 */
function Bar({ x, y, values, series, said }: BarProps) {
  return (
    <g>
      <title>{said}</title>
      <rect x={x} width={1} height={HEIGHT} className="fill-transparent hover:fill-sunken/60" />
      {stack(values).map(({ from, to }, index) => {
        const { name = '', look = 'ink' } = series[index] ?? {}
        if (from === to) return null
        return (
          <rect
            key={name}
            x={x + 0.12}
            width={0.76}
            // A small value must be visible too.
            y={Math.min(y(Math.max(from, to)), y(Math.min(from, to)) - LEAST_HEIGHT)}
            height={Math.max(y(Math.min(from, to)) - y(Math.max(from, to)), LEAST_HEIGHT)}
            vectorEffect="non-scaling-stroke"
            className={`pointer-events-none stroke-surface ${FILLS[look]}`}
          />
        )
      })}
    </g>
  )
}

function saidOf(
  label: string,
  values: readonly (number | null)[],
  { series, format }: Pick<BarChartProps, 'series' | 'format'>,
): string {
  const said = values.flatMap((value, index) => {
    if (!value) return []
    const { name = '' } = series[index] ?? {}
    return series.length > 1 ? `${name} ${format(value)}` : format(value)
  })
  return `${label}: ${said.join(', ') || 'nothing'}`
}

/** Renders the names of the first bar, the last bar and, from five bars on, the one in the middle. */
function Axis({ labels, room }: { labels: readonly string[]; room: number }) {
  const last = labels.length - 1
  const named = [...new Set(last >= 4 ? [0, Math.floor(last / 2), last] : [0, last])]
  return (
    <div className="relative col-start-2 mt-1 h-5 text-muted text-xs">
      {named.map((index) => (
        <span
          key={index}
          className={`figures absolute whitespace-nowrap ${index === 0 ? '' : index === room - 1 ? '-translate-x-full' : '-translate-x-1/2'}`}
          style={{ left: `${((index === 0 ? 0 : index === room - 1 ? room : index + 0.5) / room) * 100}%` }}
        >
          {labels[index]}
        </span>
      ))}
    </div>
  )
}

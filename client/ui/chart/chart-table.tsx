import type { BarChartProps } from './bar-chart.tsx'

const CELL = 'whitespace-nowrap px-2 py-1.5 first:pl-0 last:pr-0'

/**
 * Renders the numbers of a chart as a table that any user can open. For a screen reader it replaces the bars, which
 * are hidden.
 */
export function ChartTable({ title, labels, labelsOf, series, format }: BarChartProps) {
  return (
    <details className="text-sm">
      <summary className="label flex min-h-11 cursor-pointer items-center text-sm underline decoration-control underline-offset-4 hover:decoration-signal">
        <span>
          The numbers<span className="sr-only"> of {title}</span>
        </span>
      </summary>
      <section
        aria-label={`${title}: the numbers`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled by keyboard as well
        tabIndex={0}
        className="max-h-80 overflow-auto"
      >
        <table className="figures w-full text-right">
          <thead className="label text-muted text-xs">
            <tr>
              <th scope="col" className={`${CELL} text-left`}>
                {labelsOf}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className={CELL}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y border-t">
            {labels.map((label, index) => (
              <tr key={label}>
                <th scope="row" className={`${CELL} text-left font-normal`}>
                  {label}
                </th>
                {series.map(({ name, values }) => (
                  <td key={name} className={CELL}>
                    {said(values[index] ?? null, format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

const said = (value: number | null, format: (value: number) => string) =>
  value === null ? '–' : format(value)

import { formatMoney } from '../../text/format-money.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { RatingsCard } from '../../ui/chart/ratings-card.tsx'
import { Row } from './row.tsx'

const DAYS = Array.from({ length: 60 }, (_, day) => day)
const count = (value: number) => String(value)

/** Renders the charts. */
export function Charts() {
  return (
    <>
      <Row name="BarChart, with parts, of many bars" layout="lines">
        <BarChart
          title="Requests"
          figure="1,234"
          note="by the status they have now"
          labels={DAYS.map((day) => `Day ${day + 1}`)}
          labelsOf="Day"
          series={[
            { name: 'Completed', look: 'ink', values: DAYS.map((day) => (day * 7) % 11) },
            { name: 'Rejected', look: 'danger', values: DAYS.map((day) => (day * 5) % 4) },
          ]}
          measure="count"
          format={count}
          empty="Nothing was asked."
        />
      </Row>
      <Row name="BarChart, above and below zero" layout="lines">
        <BarChart
          title="Money"
          figure="$400.00"
          labels={['Oct', 'Nov', 'Dec']}
          labelsOf="Month"
          series={[
            { name: 'Came in', look: 'success', values: [12_000, 40_000, 8_000] },
            { name: 'Went back', look: 'danger', values: [-500, -9_000, null] },
          ]}
          measure="cents"
          format={(cents) => formatMoney(cents)}
          empty="Nothing moved."
        />
      </Row>
      <Row name="BarChart, of one bar, and of none" layout="lines">
        {[3, 0].map((value) => (
          <BarChart
            key={value}
            title="Requests"
            figure={value}
            labels={['Nov 3']}
            labelsOf="Day"
            series={[{ name: 'New', look: 'muted', values: [value] }]}
            measure="count"
            format={count}
            empty="Nothing was asked."
          />
        ))}
      </Row>
      <Row name="RatingsCard" layout="lines">
        <RatingsCard stars={[1, 0, 2, 9, 21]} note="This season" />
        <RatingsCard stars={[0, 0, 0, 0, 0]} />
      </Row>
    </>
  )
}

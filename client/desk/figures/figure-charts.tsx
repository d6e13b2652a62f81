import type { DeskFiguresAnswer } from '../../../sync/desk/figures.ts'
import type { QuestionStatus } from '../../../sync/question/status.ts'
import { formatShare, formatSpan, formatStep, STEP_NAMES } from '../../text/format-figures.ts'
import { formatCount, formatMoney } from '../../text/format-money.ts'
import { BarChart, type Look } from '../../ui/chart/bar-chart.tsx'
import { RatingsCard } from '../../ui/chart/ratings-card.tsx'
import { STATUS_LABELS } from '../desk-words.ts'

/** The look of each status in the chart, from the bottom of a bar to its top. */
const LOOKS: readonly (readonly [QuestionStatus, Look])[] = [
  ['completed', 'ink'],
  ['approved', 'success'],
  ['new', 'muted'],
  ['athlete rejected', 'warning'],
  ['rejected', 'danger'],
]

const many = (value: number, one: string, more: string) =>
  value === 1 ? `1 ${one}` : `${formatCount(value)} ${more}`
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

/** Renders all charts of the desk's figures. */
export function FigureCharts({ answer }: { answer: DeskFiguresAnswer }) {
  const { step, steps, whole, stars } = answer
  const bars = {
    labels: steps.map(({ day }) => formatStep(day, step)),
    labelsOf: STEP_NAMES[step],
  }
  return (
    <div className="grid grid-cols-1 gap-4 pb-4 lg:grid-cols-2">
      <BarChart
        {...bars}
        title="Requests"
        figure={formatCount(sum(Object.values(whole.asked)))}
        note="By the day they were asked, in the status they have now"
        series={LOOKS.map(([status, look]) => ({
          name: STATUS_LABELS[status],
          look,
          values: steps.map(({ asked }) => asked[status]),
        }))}
        measure="count"
        format={formatCount}
        empty="Nothing was asked in this period."
      />
      <AnswersChart answer={answer} bars={bars} />
      <SpanChart
        bars={bars}
        title="Time to screen"
        median={whole.screenMs}
        note={`${many(whole.screened, 'request', 'requests')} screened${whole.unscreened > 0 ? `; for ${formatCount(whole.unscreened)} the time ran out` : ''}`}
        values={steps.map(({ screenMs }) => screenMs)}
        empty="Nothing was screened in this period."
      />
      <SpanChart
        bars={bars}
        title="Time to answer"
        median={whole.answerMs}
        note={`From approval until the video was here; ${many(whole.inTime + whole.late, 'answer', 'answers')}`}
        values={steps.map(({ answerMs }) => answerMs)}
        empty="Nothing was answered in this period."
      />
      <MoneyChart answer={answer} bars={bars} />
      <RatingsCard stars={stars} note={`${many(sum(stars), 'rating', 'ratings')} given`} />
    </div>
  )
}

type Bars = { labels: string[]; labelsOf: string }
type ChartProps = { answer: DeskFiguresAnswer; bars: Bars }

function AnswersChart({ answer: { steps, whole }, bars }: ChartProps) {
  const { inTime, late, missed } = whole
  const share = formatShare(late, inTime + late)
  return (
    <BarChart
      {...bars}
      title="Late answers"
      figure={share ?? 'No answers'}
      note={`${many(inTime, 'answer', 'answers')} in time, ${formatCount(late)} late; ${many(missed, 'question', 'questions')} got none`}
      series={[
        { name: 'In time', look: 'success', values: steps.map((each) => each.inTime) },
        { name: 'Late', look: 'warning', values: steps.map((each) => each.late) },
        { name: 'No answer', look: 'danger', values: steps.map((each) => each.missed) },
      ]}
      measure="count"
      format={formatCount}
      empty="Nothing was answered, and no time ran out."
    />
  )
}

type SpanChartProps = {
  bars: Bars
  title: string
  median: number | null
  note: string
  values: (number | null)[]
  empty: string
}

function SpanChart({ bars, title, median, values, ...said }: SpanChartProps) {
  return (
    <BarChart
      {...bars}
      {...said}
      title={`${title} (median)`}
      figure={median === null ? '–' : formatSpan(median)}
      series={[{ name: 'Median', look: 'ink', values }]}
      measure="milliseconds"
      format={formatSpan}
    />
  )
}

function MoneyChart({ answer: { steps, whole }, bars }: ChartProps) {
  if (!whole.money) return null
  const { cameIn, wentBack, share, fees } = whole.money
  const values = (of: 'cameIn' | 'wentBack') => steps.map(({ money }) => money?.[of] ?? 0)
  return (
    <BarChart
      {...bars}
      title="Revenue"
      figure={formatMoney(cameIn + wentBack, 'full')}
      note={`${formatMoney(cameIn, 'full')} came in, ${formatMoney(0 - wentBack, 'full')} went back. Our share is ${formatMoney(share, 'full')}, of which ${formatMoney(0 - fees, 'full')} went to the provider.`}
      series={[
        { name: 'Paid by fans', look: 'success', values: values('cameIn') },
        { name: 'Refunds and disputes', look: 'danger', values: values('wentBack') },
      ]}
      measure="cents"
      format={(cents) => formatMoney(cents)}
      empty="No money moved in this period."
    />
  )
}

import { useEffect, useState } from 'react'
import type { LOOKED_BACK, MyFiguresAnswer } from '../../../sync/desk/figures.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { QuestionStatus } from '../../../sync/question/status.ts'
import { call } from '../../api/call.ts'
import { callUntilReached } from '../../api/call-until-reached.ts'
import { useOnline } from '../../api/connection.ts'
import { formatSpan, formatStep, STEP_NAMES } from '../../text/format-figures.ts'
import { formatCount, formatMoney } from '../../text/format-money.ts'
import { BarChart, type Look } from '../../ui/chart/bar-chart.tsx'
import { RatingsCard } from '../../ui/chart/ratings-card.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

const CHOICES = [
  ['thirty-days', '30 days'],
  ['ninety-days', '90 days'],
  ['year', 'A year'],
] as const satisfies readonly (readonly [LookedBack, string])[]

/** Renders an athlete's questions, time to answer, earnings, profile views and ratings. It needs a network. */
export function FiguresPart() {
  const [of, setOf] = useState<LookedBack>('thirty-days')
  const { figures, isNetworkError } = useMyFigures(of)
  return (
    <section aria-label="Figures" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-2xl">Figures</h2>
        <div className="flex gap-1">
          {CHOICES.map(([choice, name]) => (
            <button
              key={choice}
              type="button"
              aria-pressed={of === choice}
              onClick={() => setOf(choice)}
              className="label min-h-11 rounded px-3 text-muted text-sm aria-pressed:bg-sunken aria-pressed:text-ink"
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {isNetworkError && (
        <StatusLine icon="offline">
          {figures
            ? 'These figures may be out of date. They are refreshed once our server is reached.'
            : 'The figures need a network. They appear here once our server is reached.'}
        </StatusLine>
      )}
      {!figures && !isNetworkError && <Skeleton className="h-80" />}
      {figures && <Charts figures={figures} />}
    </section>
  )
}

/** The parts of a bar, from bottom to top. */
const LOOKS: readonly (readonly [QuestionStatus, string, Look])[] = [
  ['completed', 'Answered', 'ink'],
  ['approved', 'Waiting', 'success'],
  ['athlete rejected', 'Declined, expired or closed', 'warning'],
  ['rejected', 'Ended by the fan or the team', 'muted'],
]

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

function Charts({ figures: { step, steps, whole, stars } }: { figures: MyFiguresAnswer }) {
  const bars = { labels: steps.map(({ day }) => formatStep(day, step)), labelsOf: STEP_NAMES[step] }
  const { inTime, late, missed } = whole
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <BarChart
        {...bars}
        title="Questions"
        figure={formatCount(sum(Object.values(whole.asked)))}
        note="By the day they reached you (UTC)"
        series={LOOKS.map(([status, name, look]) => ({
          name,
          look,
          values: steps.map(({ asked }) => asked[status]),
        }))}
        measure="count"
        format={formatCount}
        empty="No question reached you in this time."
      />
      <BarChart
        {...bars}
        title="Earned"
        figure={formatMoney(whole.earned, 'full')}
        note="Your share and tips, less what went back to fans"
        series={[{ name: 'Earned', look: 'success', values: steps.map(({ earned }) => earned) }]}
        measure="cents"
        format={(cents) => formatMoney(cents)}
        empty="Nothing was earned in this time."
      />
      <BarChart
        {...bars}
        title="Time to answer (median)"
        figure={whole.answerMs === null ? '–' : formatSpan(whole.answerMs)}
        note={`${formatCount(inTime)} in time, ${formatCount(late)} late, ${formatCount(missed)} not answered`}
        series={[{ name: 'Median', look: 'ink', values: steps.map(({ answerMs }) => answerMs) }]}
        measure="milliseconds"
        format={formatSpan}
        empty="Nothing was answered in this time."
      />
      <BarChart
        {...bars}
        title="Profile views"
        figure={formatCount(whole.views ?? 0)}
        note="How often others opened your profile"
        series={[{ name: 'Views', look: 'ink', values: steps.map(({ views }) => views ?? 0) }]}
        measure="count"
        format={formatCount}
        empty="Nobody opened your profile in this time."
      />
      <RatingsCard stars={stars} />
    </div>
  )
}

type LookedBack = keyof typeof LOOKED_BACK

/** Asks for the athlete's own figures whenever there is a network; the last ones stay while a later call fails. */
function useMyFigures(of: LookedBack) {
  const online = useOnline()
  const [figures, setFigures] = useState<MyFiguresAnswer | null>(null)
  const [isNetworkError, setUnreached] = useState(false)
  useEffect(() => {
    if (!online) return
    const ask = () => call<MyFiguresAnswer>(CALLS.myFigures, { of })
    return callUntilReached(ask, (answer) => {
      setUnreached(!answer.ok)
      if (answer.ok) setFigures(answer.value)
    })
  }, [of, online])
  return { figures, isNetworkError: isNetworkError || !online }
}

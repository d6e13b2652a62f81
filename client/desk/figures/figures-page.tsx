import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskFiguresAnswer } from '../../../sync/desk/figures.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { isReversed, lastDays, readBooksSearch } from '../books/books-search.ts'
import { PeriodPicker } from '../books/period-picker.tsx'
import { ErrorLine } from '../error-line.tsx'
import { sendAct } from '../office/send-act.ts'
import { useRead } from '../use-read.ts'
import { FigureCharts } from './figure-charts.tsx'

const SHOWN_FIRST_DAYS = 30

/**
 * Renders the figures of a period: the requests, how soon they were screened and answered, the money and the
 * ratings.
 */
export function FiguresPage() {
  const said = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const [openedAt] = useState(() => Date.now())
  const { from, until } = readBooksSearch({ ...lastDays(SHOWN_FIRST_DAYS, openedAt), ...said }, openedAt)
  const { answer, errorText, reload } = useRead<DeskFiguresAnswer>(DESK_CALLS.deskFigures, { from, until })
  return (
    <div className="grid grid-cols-1 content-start gap-6 lg:min-h-0 lg:overflow-y-auto">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="display text-2xl">Figures</h2>
        <Button tone="secondary" size="small" icon="retry" onClick={reload}>
          Refresh
        </Button>
      </div>
      <PeriodPicker
        period={{ from, until }}
        now={openedAt}
        onChange={(days) =>
          void navigate({ to: '/admin', search: { tab: 'figures', ...days }, replace: true })
        }
      />
      <ErrorLine errorText={errorText} onAgain={reload} />
      {!answer && !errorText && <Loading />}
      {answer && !isReversed({ from, until }) && <FigureCharts answer={answer} />}
      {answer?.digest != null && <DigestSwitch isOn={answer.digest} onSwitched={reload} />}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the figures" className="grid gap-4 lg:grid-cols-2">
      {['asked', 'screened', 'answered', 'late'].map((chart) => (
        <Skeleton key={chart} className="h-80" />
      ))}
    </div>
  )
}

/** Renders the switch for the weekly mail about the queue to this admin. */
function DigestSwitch({ isOn, onSwitched }: { isOn: boolean; onSwitched: () => void }) {
  const { person } = useSession()
  const online = useOnline()
  if (!person) return null
  const turn = async (on: boolean) => {
    const args = { personId: person.id, isOn: on }
    await sendAct({ name: 'digest.switch', args }, on ? 'The weekly mail is on' : 'The weekly mail is off')
    onSwitched()
  }
  return (
    <CheckField
      kind="switch"
      label="Mail me the week at the desk"
      hint="On Mondays: what came, how long it waited, and what was rejected."
      checked={isOn}
      disabled={!online}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}

import type { ReactNode } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { SystemAnswer } from '../../../sync/desk/office.ts'
import { formatBytes, formatDateTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { ErrorLine } from '../error-line.tsx'
import { FactList } from '../panes.tsx'
import { useRead } from '../use-read.ts'
import { TroubleCard } from './trouble-card.tsx'

/** Renders the state of jobs, messages, money orders and storage, and the troubles that an admin has to settle. */
export function SystemPage() {
  const { answer, errorText, reload } = useRead<SystemAnswer>(DESK_CALLS.deskSystem, {})
  return (
    <div className="grid content-start gap-6 lg:min-h-0 lg:overflow-y-auto">
      <div className="flex flex-wrap items-center gap-4">
        <h2 className="display mr-auto text-2xl">System</h2>
        <Button tone="secondary" size="small" icon="retry" onClick={reload}>
          Refresh
        </Button>
      </div>
      <ErrorLine errorText={errorText} onAgain={reload} />
      {!answer && !errorText && <Skeleton className="h-40" />}
      {answer && <Everything answer={answer} onDone={reload} />}
    </div>
  )
}

function Everything({ answer, onDone }: { answer: SystemAnswer; onDone: () => void }) {
  const { troubles, moreTroubles, warnings, now } = answer
  const count = `${moreTroubles ? 'more than ' : ''}${troubles.length}`
  const heading = useFocusMoved<HTMLHeadingElement>(troubles.map(({ id }) => id).join())
  return (
    <>
      {warnings.map((warning) => (
        <StatusLine key={warning} icon="warning" tone="warning">
          {warning}
        </StatusLine>
      ))}
      <section aria-labelledby="troubles" className="grid gap-3">
        <h3 ref={heading} id="troubles" tabIndex={-1} className="label">
          {troubles.length > 0 ? `Needs somebody: ${count}` : 'Needs somebody'}
        </h3>
        {troubles.length === 0 ? (
          <StatusLine icon="check" tone="success">
            Nothing is stuck.
          </StatusLine>
        ) : (
          <ul className="card divide-y">
            {troubles.map((trouble) => (
              <TroubleCard key={trouble.id} trouble={trouble} now={now} onDone={onDone} />
            ))}
          </ul>
        )}
        <CutLine more={moreTroubles} shown={`oldest ${troubles.length}`}>
          The others follow as these are settled.
        </CutLine>
      </section>
      <Numbers answer={answer} />
      <p className="text-muted text-sm">As of {formatDateTime(now)}.</p>
    </>
  )
}

function Numbers({ answer }: { answer: SystemAnswer }) {
  const { jobs, mails, pushes, money, videos, epoch, protocol } = answer
  return (
    <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      <Figures title="Jobs">
        <FactList
          facts={[
            ['Waiting', jobs.waiting],
            ['Due now', jobs.due],
            ['Running', jobs.active],
          ]}
        />
      </Figures>
      <Figures title="Under way">
        <FactList
          facts={[
            ['Mails', mails.waiting],
            ['Push messages', pushes.waiting],
            ['Orders to Stripe', money.underWay],
          ]}
        />
      </Figures>
      <Figures title="Storage">
        <FactList
          facts={[
            ['Videos', videos.count],
            ['Size', formatBytes(videos.bytes)],
            ['Free', roomOf(videos)],
            ['Refused', videos.refused],
            ['Database', epoch],
            ['Protocol', protocol],
          ]}
        />
      </Figures>
    </div>
  )
}

function Figures({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card grid content-start gap-3 p-5">
      <h3 className="label">{title}</h3>
      {children}
    </section>
  )
}

function roomOf({ freeBytes, totalBytes }: SystemAnswer['videos']): string {
  // A bucket has no fixed size.
  if (totalBytes === 0) return 'as much as the bucket takes'
  return `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)}`
}

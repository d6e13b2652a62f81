import type { ReactNode } from 'react'
import type { Stuck, SystemAnswer } from '../../../sync/desk/office.ts'
import { CALLS } from '../../../sync/paths.ts'
import { formatAgo, formatBytes, formatDateTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { CELL, FactList } from '../panes.tsx'
import { TroubleLine } from '../trouble-line.tsx'
import { useRead } from './use-read.ts'

/** What works behind the screens, and what of it is stuck. */
export function SystemPage() {
  const { answer, trouble, reload } = useRead<SystemAnswer>(CALLS.deskSystem, {})
  return (
    <div className="grid content-start gap-6 lg:min-h-0 lg:overflow-y-auto">
      <div className="flex flex-wrap items-center gap-4">
        <h2 className="display mr-auto text-2xl">System</h2>
        <Button tone="secondary" size="small" icon="retry" onClick={reload}>
          Refresh
        </Button>
      </div>
      <TroubleLine trouble={trouble} onAgain={reload} />
      {!answer && !trouble && <Skeleton className="h-40" />}
      {answer && <Everything answer={answer} />}
    </div>
  )
}

function Everything({ answer }: { answer: SystemAnswer }) {
  const { jobs, mails, pushes, money, videos, warnings, epoch, protocol, now } = answer
  return (
    <>
      {warnings.map((warning) => (
        <StatusLine key={warning} icon="warning">
          {warning}
        </StatusLine>
      ))}
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
        <Figures title="Jobs" isBad={jobs.dead > 0}>
          <FactList
            facts={[
              ['Waiting', jobs.waiting],
              ['Due now', jobs.due],
              ['Running', jobs.active],
              ['Given up', jobs.dead],
            ]}
          />
        </Figures>
        <Figures title="Leaving" isBad={mails.stuck.length + pushes.stuck.length > 0}>
          <FactList
            facts={[
              ['Mails waiting', mails.waiting],
              ['Mails stuck', mails.stuck.length],
              ['Pushes waiting', pushes.waiting],
              ['Pushes stuck', pushes.stuck.length],
            ]}
          />
        </Figures>
        <Figures title="Money" isBad={money.stuck.length > 0}>
          <FactList
            facts={[
              ['Under way', money.underWay],
              ['Stuck', money.stuck.length],
            ]}
          />
        </Figures>
        <Figures title="Storage" isBad={false}>
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
      <StuckList title="Mails that did not leave" stuck={mails.stuck} now={now} />
      <StuckList title="Pushes that did not leave" stuck={pushes.stuck} now={now} />
      <StuckList title="Money operations that did not finish" stuck={money.stuck} now={now} />
      <p className="text-muted text-sm">As of {formatDateTime(now)}.</p>
    </>
  )
}

function Figures({ title, isBad, children }: { title: string; isBad: boolean; children: ReactNode }) {
  return (
    <section className="card grid content-start gap-3 p-5">
      <h3 className="label flex items-center justify-between gap-3">
        {title}
        <Badge tone={isBad ? 'warning' : 'success'}>{isBad ? 'Look at it' : 'Fine'}</Badge>
      </h3>
      {children}
    </section>
  )
}

function StuckList({ title, stuck, now }: { title: string; stuck: readonly Stuck[]; now: number }) {
  if (stuck.length === 0) return null
  return (
    <section>
      <h3 className="label mb-2">{title}</h3>
      <div className="card overflow-x-auto">
        <table className="figures w-full text-left text-sm">
          <tbody className="divide-y">
            {stuck.map(({ id, kind, tries, error, since }) => (
              <tr key={id}>
                <td className={`${CELL} label`}>{kind}</td>
                <td className={CELL}>{formatAgo(since, now)}</td>
                <td className={CELL}>{tries} tries</td>
                <td className={`${CELL} text-muted [overflow-wrap:anywhere]`}>{error}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function roomOf({ freeBytes, totalBytes }: SystemAnswer['videos']): string {
  // a bucket has no size
  if (totalBytes === 0) return 'as much as the bucket takes'
  return `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)}`
}

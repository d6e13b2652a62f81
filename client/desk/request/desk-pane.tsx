import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import type { Desk } from '../use-desk.ts'
import { DecisionBar } from './decision-bar.tsx'
import { DeskDetail } from './desk-detail.tsx'

/** What is looked at, beside the table; on a phone in its place. */
export function DeskPane({ desk: { looked, selectedId, select, now, online, decision } }: { desk: Desk }) {
  const { question, changes, trouble, reload } = looked
  if (!selectedId) return <NothingChosen />
  return (
    <section
      aria-label="The request"
      className="lg:card min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:px-6 lg:pt-6"
    >
      <button
        type="button"
        onClick={() => select(null)}
        className="label -ml-2 mb-3 flex min-h-11 items-center gap-1.5 rounded px-2 text-sm lg:hidden"
      >
        <Icon name="arrow-left" className="size-5" />
        Back
      </button>
      {trouble && (
        <div role="alert" className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <StatusLine icon="warning" tone="warning">
            {trouble}
          </StatusLine>
          <Button tone="secondary" size="small" icon="retry" onClick={() => void reload()}>
            Look again
          </Button>
        </div>
      )}
      {!question && !trouble && <PaneSkeleton />}
      {question && (
        <>
          <div className="pb-6">
            <DeskDetail key={question.id} question={question} changes={changes} now={now} />
          </div>
          <DecisionBar
            question={question}
            online={online}
            isBusy={decision.isBusy}
            now={now}
            onApprove={decision.approve}
            onReject={() => decision.setRejecting(true)}
          />
        </>
      )}
    </section>
  )
}

const KEYS = [
  ['j', 'next request'],
  ['k', 'the one before'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['/', 'search'],
] as const

function NothingChosen() {
  return (
    <section aria-label="Keys of the desk" className="card p-6 max-lg:hidden">
      <h2 className="display text-2xl">Choose a request</h2>
      <p className="mt-2 mb-5 text-muted">Press one, or go through them by key.</p>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 text-sm">
        {KEYS.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="label inline-grid size-7 place-items-center rounded border border-control">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function PaneSkeleton() {
  return (
    <div aria-hidden className="grid gap-5 pb-6">
      <Skeleton className="h-9 w-4/5" />
      <SkeletonText lines={4} />
      <Skeleton className="h-24" />
    </div>
  )
}

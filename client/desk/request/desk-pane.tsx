import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'
import { TroubleLine } from '../trouble-line.tsx'
import type { Desk } from '../use-desk.ts'
import { DecisionBar } from './decision-bar.tsx'
import { DeskDetail } from './desk-detail.tsx'

/** What is looked at, beside the table; on a phone in its place. */
export function DeskPane({ desk: { looked, selectedId, select, now, online, decision } }: { desk: Desk }) {
  const { question, changes, trouble, reload } = looked
  if (!selectedId) return <NothingChosen />
  return (
    <section aria-label="The request" className="lg:card flex min-w-0 flex-col lg:min-h-0 lg:overflow-hidden">
      <button
        type="button"
        onClick={() => select(null)}
        className="label -ml-2 mb-3 flex min-h-11 items-center gap-1.5 rounded px-2 text-sm lg:hidden"
      >
        <Icon name="arrow-left" className="size-5" />
        Back
      </button>
      <Scroller>
        <TroubleLine trouble={trouble} onAgain={() => void reload()} />
        {!question && !trouble && <PaneSkeleton />}
        {question && <DeskDetail key={question.id} question={question} changes={changes} now={now} />}
      </Scroller>
      {question && (
        <DecisionBar
          question={question}
          online={online}
          isBusy={decision.isBusy}
          now={now}
          onApprove={decision.approve}
          onReject={() => decision.setRejecting(true)}
        />
      )}
    </section>
  )
}

function Scroller({ children }: { children: ReactNode }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long request is scrolled by keyboard as well
      tabIndex={0}
      className="grid grid-cols-1 content-start gap-5 pb-6 focus-visible:-outline-offset-3 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:p-6"
    >
      {children}
    </div>
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
    <section aria-label="Keys of the desk" className="card self-start p-6 max-lg:hidden">
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
    <div aria-hidden className="grid gap-5">
      <Skeleton className="h-9 w-4/5" />
      <SkeletonText lines={4} />
      <Skeleton className="h-24" />
    </div>
  )
}

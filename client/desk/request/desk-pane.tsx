import { CheckField } from '../../ui/form/check-field.tsx'
import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'
import { ErrorLine } from '../error-line.tsx'
import type { KeysOn } from '../keys-on.ts'
import { Pane } from '../panes.tsx'
import type { Requests } from '../requests/use-requests.ts'
import { DecisionBar } from './decision-bar.tsx'
import { DeskDetail } from './desk-detail.tsx'

/** Renders the selected request beside the table; on a phone it replaces the table. */
export function DeskPane({ requests }: { requests: Requests }) {
  const { looked, selectedId, select, keys } = requests
  const { question, errorText, reload } = looked
  if (!selectedId) return <NothingChosen keys={keys} />
  return (
    <Pane
      label="The request"
      of={selectedId}
      onBack={() => select(null)}
      footer={<DecisionBar requests={requests} />}
    >
      <ErrorLine errorText={errorText} onAgain={() => void reload()} />
      {!question && !errorText && <PaneSkeleton />}
      {question && <DeskDetail key={question.id} question={question} requests={requests} />}
    </Pane>
  )
}

const KEYS = [
  ['j', 'next request'],
  ['k', 'previous request'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['u', 'undo, within ten seconds'],
  ['x', 'choose several'],
  ['/', 'search'],
] as const

/** Lists the keys, and switches them. The switch is there in a narrow or zoomed window as well. */
function NothingChosen({ keys: { areOn, switchTo } }: { keys: KeysOn }) {
  return (
    <section aria-label="Keys of the desk" className="card self-start p-6 max-lg:px-4 max-lg:py-2">
      <h2 className="display text-2xl max-lg:hidden">Choose a request</h2>
      <p className="mt-2 mb-3 text-muted max-lg:hidden">
        {areOn ? 'Press one, or go through them with the keys.' : 'Press one. The keys are switched off.'}
      </p>
      <CheckField
        kind="switch"
        label="Use single keys"
        hint="Switch this off if keys are pressed by mistake or by dictation. It is kept in this browser."
        checked={areOn}
        onChange={({ currentTarget }) => switchTo(currentTarget.checked)}
      />
      {areOn && <KeyList />}
    </section>
  )
}

function KeyList() {
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 text-sm max-lg:hidden">
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

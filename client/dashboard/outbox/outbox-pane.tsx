import { Link } from '@tanstack/react-router'
import { thisPlace } from '../../text/this-place.ts'
import { DevicePanel } from '../device/device-panel.tsx'
import type { OutboxItem } from './outbox-item.ts'
import { OutboxPanel } from './outbox-panel.tsx'

type OutboxPaneProps = { items: readonly OutboxItem[] | null; canAnswer: boolean }

/** Renders the Outbox tab: everything under way from this device. */
export function OutboxPane({ items, canAnswer }: OutboxPaneProps) {
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <h1 className="display mb-5 text-3xl">Outbox</h1>
        <OutboxPanel items={items} canAnswer={canAnswer} />
        <p className="mt-5">
          <Link to="/activity" className="link label inline-flex min-h-11 items-center text-sm">
            All activity on {thisPlace()}
          </Link>
        </p>
      </div>
      <DevicePanel
        canAnswer={canAnswer}
        pushLabel={
          canAnswer ? 'Notify me of new questions and deadlines' : 'Notify me when an answer is here'
        }
      />
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import type { OutboxItem } from './outbox-items.ts'
import { OutboxPanel } from './outbox-panel.tsx'

type OutboxPaneProps = { items: readonly OutboxItem[] | null; canAnswer: boolean }

/** The Outbox tab: everything under way from this device. */
export function OutboxPane({ items, canAnswer }: OutboxPaneProps) {
  return (
    <div className="max-w-2xl">
      <h1 className="display mb-5 text-3xl">Outbox</h1>
      <OutboxPanel items={items} canAnswer={canAnswer} />
      <p className="mt-5">
        <Link to="/activity" className="link label inline-flex min-h-11 items-center text-sm">
          Everything that was said on this device
        </Link>
      </p>
    </div>
  )
}

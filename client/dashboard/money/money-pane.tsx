import { useSearch } from '@tanstack/react-router'
import type { KnownPerson } from '../../api/session.ts'
import { formatAgo } from '../../text/format.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { FiguresPart } from '../figures/figures-part.tsx'
import { DepositsReturn } from '../payout/deposits-return.tsx'
import { PayoutPart } from '../payout/payout-part.tsx'
import { ReceiptList } from './receipt-list.tsx'
import { StatementPart } from './statement-part.tsx'
import { useMoney } from './use-money.ts'

/** Renders what an athlete earns and what a fan has paid; works offline. */
export function MoneyPane({ person }: { person: KnownPerson }) {
  const { seen, state } = useMoney()
  const { deposits } = useSearch({ strict: false }) as { deposits?: unknown }
  const isAthlete = person.role === 'creator'
  return (
    <div className="grid gap-10">
      <header className="grid gap-2">
        <h1 className="display text-3xl">{isAthlete ? 'Your money' : 'Your receipts'}</h1>
        {seen && state === 'old' && (
          <StatusLine icon="offline">This is how it stood {formatAgo(seen.seenAt, Date.now())}.</StatusLine>
        )}
      </header>
      {!seen && state === 'asking' && <Loading />}
      {!seen && state === 'nothing' && (
        <EmptyState title="Not on this device yet" drawing="track">
          You have not opened this on this device before. It appears once we can be reached.
        </EmptyState>
      )}
      {isAthlete && <DepositsReturn person={person} how={deposits} />}
      {seen?.money.statement && (
        <StatementPart statement={seen.money.statement}>
          <PayoutPart person={person} />
        </StatementPart>
      )}
      {isAthlete && <FiguresPart />}
      {seen && (!isAthlete || seen.money.receipts.length > 0) && (
        <ReceiptList receipts={seen.money.receipts} hasTitle={isAthlete} />
      )}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your money" className="grid gap-6">
      <Skeleton className="h-28" />
      <Skeleton className="h-64" />
    </div>
  )
}

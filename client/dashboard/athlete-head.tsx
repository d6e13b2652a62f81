import { Link } from '@tanstack/react-router'
import type { AnswerDocument } from '../../sync/collections.ts'
import { LIMITS } from '../../sync/limits.ts'
import type { KnownPerson } from '../api/session.ts'
import { useDocument, useDocuments } from '../store/use-document.ts'
import { formatMoney } from '../text/format-money.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useEarned } from './money/use-earned.ts'

type AthleteHeadProps = { person: KnownPerson; newRequests: number | null }

/** Renders the athlete's name and figures, as this device knows them (S2-2.42 to S2-2.46). */
export function AthleteHead({ person, newRequests }: AthleteHeadProps) {
  const own = useDocument('people', person.id).row
  const earnings = useEarnings(person.id)
  const earned = totalEarned(earnings, useEarned(earnings?.lastDeliveredAt))
  const name = [own?.firstName ?? person.firstName, own?.lastName ?? person.lastName]
    .filter(Boolean)
    .join(' ')
  const username = own?.username ?? person.username
  return (
    <header className="grid gap-4 border-b pb-4 md:gap-6 md:pb-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="flex min-w-0 items-center gap-4 md:gap-5">
        <Avatar name={name} src={own?.pictureUrl} size="large" />
        <div className="min-w-0">
          <h1 className="display text-3xl [overflow-wrap:anywhere]">{name}</h1>
          {username && (
            <Link
              to="/ask/$username"
              params={{ username }}
              className="link label mt-1 inline-flex min-h-11 items-center gap-1.5 text-sm"
            >
              View profile
              <Icon name="arrow-right" className="size-4" />
            </Link>
          )}
        </div>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] divide-x rounded border bg-surface lg:min-w-[23rem]">
        <Stat label="New requests" value={newRequests === null ? null : String(newRequests)} />
        <Stat label="Fulfilled requests" value={earnings && String(earnings.fulfilled)} />
        <Stat label="Total earnings" value={earned === null ? null : formatMoney(earned)} />
      </dl>
    </header>
  )
}

function Stat({ label, value }: { label: string; value: string | null }) {
  // A sum with cents is set smaller, so that it fits on one line on the narrowest phone.
  const isLong = value !== null && value.length > 6
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end gap-1 px-3 py-3 max-[22rem]:px-2 md:px-4 md:py-4">
      <dt className="text-muted text-xs leading-tight">{label}</dt>
      <dd className={`display figures whitespace-nowrap ${isLong ? 'text-xl' : 'text-2xl'}`}>
        {value === null ? <Skeleton className="h-[1em] w-12" /> : value}
      </dd>
    </div>
  )
}

/** Sums up the delivered answers; null while this device has only the first rows, because part of a sum misleads. */
function useEarnings(athleteId: string): Earnings | null {
  const { rows, ready, fromSnapshot } = useDocuments('answers', { where: { athleteId, state: 'delivered' } })
  const isWhole = ready || (fromSnapshot && rows.length < LIMITS.snapshotRows)
  return isWhole ? earningsOf(rows) : null
}

type Earnings = { fulfilled: number; earnedCents: number; lastDeliveredAt: number }

/**
 * Returns how many answers were delivered, and the sum of the athlete's shares in cents (S2-2.45, S2-2.46). The sum
 * includes no tips, and refunds are not taken off it.
 */
export function earningsOf(
  answers: readonly Pick<AnswerDocument, 'state' | 'shareCents' | 'deliveredAt'>[],
): Earnings {
  const delivered = answers.filter(({ state }) => state === 'delivered')
  return {
    fulfilled: delivered.length,
    earnedCents: delivered.reduce((sum, { shareCents }) => sum + shareCents, 0),
    lastDeliveredAt: delivered.reduce((last, { deliveredAt }) => Math.max(last, deliveredAt ?? 0), 0),
  }
}

/**
 * Returns the sum for the head: that of the books (`ofBooks`), as in the Money tab, once this device has them; until
 * then the sum of the documents. Null while neither is known, and while the device still looks for the books, because
 * a reader would take a second sum for a change.
 */
export function totalEarned(documents: Earnings | null, ofBooks: number | null | undefined): number | null {
  if (ofBooks === undefined) return null
  return ofBooks ?? documents?.earnedCents ?? null
}

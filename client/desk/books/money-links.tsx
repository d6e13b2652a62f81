import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useMay } from '../use-may.ts'
import { searchOf } from './books-search.ts'

type Athlete = { id: string; username: string | null; name: string }

/**
 * Renders an athlete as a link to their page; for admins who may not open the page, to the athlete's ledger
 * entries.
 */
export function AthleteLink({ athlete }: { athlete: Athlete }) {
  const mayOpen = useMay('manage-athletes')
  const search =
    mayOpen && athlete.username
      ? { tab: 'athletes', id: athlete.id }
      : { ...searchOf({ view: 'ledger', athlete: athlete.id }) }
  return (
    <Link to="/admin" search={search} className="link [overflow-wrap:anywhere]">
      {athlete.username ? `@${athlete.username}` : athlete.name}
    </Link>
  )
}

/**
 * Renders a question as a link to its request; for admins who may not see requests, to the question's ledger
 * entries.
 */
export function QuestionLink({ id, subject }: { id: string; subject: string }) {
  const mayOpen = useMay('see-requests')
  return (
    <Link
      to="/admin"
      search={
        mayOpen ? { tab: 'requests', id } : searchOf({ view: 'ledger', question: id, from: '2026-01-01' })
      }
      className="link [overflow-wrap:anywhere]"
    >
      {subject || 'N/A'}
    </Link>
  )
}

/**
 * Renders an id of the payment provider as a link that finds it in the provider's dashboard; any other id as plain
 * text.
 */
export function ProviderLink({ id }: { id: string }) {
  const { payments } = useSession()
  const isLive = payments?.mode === 'stripe' && payments.publishableKey.startsWith('pk_live_')
  const href =
    payments?.mode === 'stripe'
      ? `https://dashboard.stripe.com/${isLive ? '' : 'test/'}search?query=${encodeURIComponent(id)}`
      : '/dev/stripe'
  if (!/^[a-z]+_/.test(id)) return <span className="text-muted [overflow-wrap:anywhere]">{id}</span>
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link [overflow-wrap:anywhere]">
      {id}
    </a>
  )
}

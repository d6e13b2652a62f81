import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useMay } from '../use-may.ts'
import { searchOf } from './books-search.ts'

type Athlete = { id: string; username: string | null; name: string }

/** An athlete, and the way to them for whoever may see them; for the others, to their money. */
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

/** A question, and the way to its request for whoever may see it; for the others, to what was booked of it. */
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

/** A thing at the provider, by its name there, which leads there. */
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

import { Link } from '@tanstack/react-router'
import { PRODUCT } from '../../sync/copy.ts'
import { Icon } from '../ui/icon.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'

const WAYS = [
  {
    to: '/ask',
    title: 'Try without an account',
    text: 'Choose an athlete and ask. No signup required: your answer comes by a private link.',
  },
  {
    to: '/signin',
    title: 'Sign in',
    text: 'You have an account already, as a fan or as an athlete.',
  },
] as const

/** How to begin. Accounts cannot be opened here yet, and the page says so. */
export function JoinScreen() {
  return (
    <div className="wrap py-10 md:py-16">
      <ScreenHead
        title={`Join ${PRODUCT.name}`}
        lead="New accounts are not open on this page yet. Everything a fan needs works without one."
      />
      <ul className="mt-10 grid gap-5 md:mt-14 md:grid-cols-2">
        {WAYS.map(({ to, title, text }) => (
          <li key={to} className="grid">
            <Link
              to={to}
              className="card group flex items-end justify-between gap-6 p-6 transition-colors hover:border-ink md:min-h-56 md:p-8"
            >
              <span>
                <span className="display block text-3xl">{title}</span>
                <span className="mt-3 block max-w-sm text-muted text-pretty">{text}</span>
              </span>
              <Icon name="arrow-right" className="size-7 text-signal-text" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

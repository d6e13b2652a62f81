import { Link } from '@tanstack/react-router'
import type { ChalkName } from '../../sync/athlete/chalk-of-sport.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'
import { Icon } from '../ui/icon.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'

type Way = { to: '/athletejoin' | '/fanjoin' | '/ask'; title: string; text: string; ground: ChalkName }

const WAYS: readonly Way[] = [
  {
    to: '/athletejoin',
    title: `${PRODUCT.name} Athlete`,
    text: 'Answer fans by video, at the price you set. For athletes, coaches and creators.',
    ground: 'lanes',
  },
  {
    to: '/fanjoin',
    title: `${PRODUCT.name} Fan`,
    text: 'A free account: your questions and answers on one dashboard, on every device.',
    ground: 'key',
  },
  {
    to: '/ask',
    title: 'Try without an account',
    text: 'Choose an athlete and ask. No signup required: your answer comes by a private link.',
    ground: 'circle',
  },
]

/**
 * Renders the ways to begin: as an athlete, as a fan, or without an account, with a link for visitors who are not
 * ready yet (D64).
 */
export function JoinScreen() {
  return (
    <div className="wrap py-10 md:py-16">
      <ScreenHead
        title={`Join ${PRODUCT.name}`}
        lead="Pick your side of the court. Fans never need an account to ask."
      />
      <ul className="mt-10 grid gap-5 md:mt-14 lg:grid-cols-3">
        {WAYS.map((way) => (
          <li key={way.to} className="grid">
            <WayCard {...way} />
          </li>
        ))}
      </ul>
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-1 text-muted">
        <Link to="/waitlist" className="link label inline-flex min-h-11 items-center text-ink">
          Not ready? Apply to join
        </Link>
        <span>
          Have an account already?{' '}
          <Link to="/signin" className="link label inline-flex min-h-11 items-center text-ink">
            Sign in
          </Link>
        </span>
      </p>
    </div>
  )
}

function WayCard({ to, title, text, ground }: Way) {
  return (
    <Link
      to={to}
      className="card group grid overflow-clip hover:border-ink max-lg:grid-cols-[6.5rem_minmax(0,1fr)] sm:max-lg:grid-cols-[14rem_minmax(0,1fr)] lg:grid-rows-[13rem_1fr]"
    >
      <span data-theme="dark" className="relative overflow-hidden bg-field text-ink">
        <ChalkLines
          name={ground}
          anchor="end"
          className="absolute inset-0 size-full transition-transform duration-250 group-hover:scale-[1.03]"
        />
      </span>
      <span className="flex items-end justify-between gap-4 p-5 md:p-7">
        <span className="self-start">
          <span className="display block text-2xl">{title}</span>
          <span className="mt-2 block max-w-md text-muted text-pretty text-sm md:text-base">{text}</span>
        </span>
        <Icon name="arrow-right" className="size-6 text-signal-text" />
      </span>
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import type { Role } from '../../sync/roles.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { BrandName } from './brand-mark.tsx'

/** The person who is signed in on this device, as far as is known; null for visitors. */
export type ShellSession = { role: Role; firstName: string } | null

type HeaderProps = {
  session: ShellSession
  onSignOut: () => void
  /** The width class of the content below the header. */
  column?: 'wrap' | 'wrap-wide'
}

const LINK =
  'label inline-flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap rounded px-1.5 text-sm underline decoration-2 decoration-transparent underline-offset-[0.45em] hover:decoration-signal aria-[current]:decoration-current max-[22rem]:px-1 max-[22rem]:text-xs sm:px-3 sm:text-base'

export function Header({ session, onSignOut, column = 'wrap' }: HeaderProps) {
  return (
    <header className="border-b pt-[env(safe-area-inset-top)]">
      <div className={`${column} flex min-h-16 items-center justify-between gap-2`}>
        <Link to="/" aria-label={`${PRODUCT.name}, home`} className="touch flex items-center rounded">
          <BrandName compact />
        </Link>
        <nav
          aria-label="Main"
          className={`flex flex-wrap items-center justify-end sm:gap-2 ${session ? '-mr-1.5 sm:-mr-3' : ''}`}
        >
          {session ? <SignedIn onSignOut={onSignOut} /> : <SignedOut />}
        </nav>
      </div>
    </header>
  )
}

function SignedOut() {
  return (
    <>
      <Link to="/join" className={LINK}>
        Join
      </Link>
      <Link to="/signin" className={LINK}>
        Sign in
      </Link>
      <ButtonLink to="/ask" tone="secondary" size="small" className="ml-1.5">
        Ask something
      </ButtonLink>
    </>
  )
}

function SignedIn({ onSignOut }: { onSignOut: () => void }) {
  return (
    <>
      <Link to="/dashboard" className={LINK}>
        Your Dashboard
      </Link>
      <Link to="/ask" className={LINK}>
        {PRODUCT.infielder} List
      </Link>
      <button type="button" onClick={onSignOut} className={LINK}>
        Sign out
      </button>
    </>
  )
}

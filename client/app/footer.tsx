import { Link } from '@tanstack/react-router'
import { PRODUCT } from '../../sync/text/product.ts'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'
import { BrandName } from './brand-mark.tsx'

const WITHOUT_FOOTER = ['/signin', '/signup', '/createaccount', '/passwordreset', '/dashboard']

/** Checks whether the page at this path has a footer (S1-2.32). */
export function hasFooter(path: string): boolean {
  return !WITHOUT_FOOTER.includes(path.replace(/\/+$/, '')) && !path.startsWith('/dashboard/')
}

const COLUMNS = [
  {
    title: 'For Fans',
    links: [
      { to: '/ask', label: 'Browse roster' },
      { to: '/fanjoin', label: 'Create a fan account' },
      { to: '/signin', label: 'Sign in' },
    ],
  },
  {
    title: 'For Athletes',
    links: [
      { to: '/demo', label: 'Watch a short demo' },
      { to: '/athletejoin', label: 'Create an athlete account' },
      { to: '/signin', label: 'Sign in' },
    ],
  },
  {
    title: 'For Everyone',
    links: [
      { to: '/', label: 'Home' },
      { to: '/contact', label: 'Contact us' },
      { to: '/privacypolicy', label: 'Privacy policy' },
      { to: '/termsofservice', label: 'Terms of service' },
    ],
  },
] as const

/** The links below the columns: to lost links, to one's own data, and to the messages shown on this device. */
const ASIDE = [
  { to: '/lostlink', label: 'Lost link?' },
  { to: '/mydata', label: 'Your data' },
  { to: '/activity', label: 'Activity on this device' },
] as const

const LINK =
  'inline-flex min-h-11 items-center underline decoration-2 decoration-transparent underline-offset-4 hover:decoration-signal'

export function Footer() {
  return (
    <footer data-theme="dark" className="relative isolate mt-auto overflow-hidden border-t bg-sunken pb-safe">
      <ChalkLines
        name="lanes"
        marked={false}
        className="-z-10 mask-b-from-10% mask-b-to-60% absolute inset-x-0 top-0 h-full w-full text-line"
      />
      <div className="wrap grid grid-cols-2 gap-x-8 gap-y-10 py-12 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] md:py-20">
        <div className="flex flex-col gap-6 max-md:col-span-2">
          <BrandName />
          <p className="display max-w-xs text-3xl">{PRODUCT.slogan}</p>
          <p className="mt-auto text-muted text-sm">© 2025 {PRODUCT.name}. All rights reserved.</p>
        </div>
        {COLUMNS.map((column) => (
          <nav key={column.title} aria-label={column.title} className="max-md:last:col-span-2">
            <h2 className="label text-muted text-sm">{column.title}</h2>
            <ul className={`mt-2 ${column.links.length > 3 ? 'max-md:columns-2 max-md:gap-x-8' : ''}`}>
              {column.links.map((link) => (
                <li key={link.label}>
                  <Link to={link.to} className={LINK}>
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="wrap">
        <ul className="flex flex-wrap gap-x-8 border-t py-2 text-muted text-sm">
          {ASIDE.map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={LINK}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

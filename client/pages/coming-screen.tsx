import { useMatches } from '@tanstack/react-router'
import { useSession } from '../app/session.ts'
import { ButtonAnchor, ButtonLink } from '../ui/button-link.tsx'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'

/** An address the product has promised and not opened yet: says so, and what can be done instead. */
export function ComingScreen() {
  const { supportEmail } = useSession()
  const title = useMatches({ select: (matches) => matches.at(-1)?.meta?.[0]?.title })
  return (
    <section className="relative isolate flex flex-1 flex-col justify-center overflow-hidden py-16">
      <ChalkLines
        name="circle"
        marked={false}
        anchor="end"
        className="-z-10 mask-l-from-40% mask-l-to-75% absolute inset-0 size-full text-line"
      />
      <div className="wrap">
        <h1 className="display max-w-3xl text-4xl">{title?.split(' · ')[0]}</h1>
        <p className="mt-5 max-w-xl text-lg text-muted text-pretty">
          This page is not open yet. Asking an athlete works today, without an account
          {supportEmail ? ', and anything else reaches us by mail.' : '.'}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/ask">Browse the roster</ButtonLink>
          {supportEmail && (
            <ButtonAnchor href={`mailto:${supportEmail}`} tone="secondary" icon="mail">
              {supportEmail}
            </ButtonAnchor>
          )}
        </div>
      </div>
    </section>
  )
}

import { useEffect, useRef } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { ANSWER_MS, DAY_MS } from '../../../sync/limits.ts'
import { useSession } from '../../api/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { ShareButtons } from './share-buttons.tsx'

export type AskedRequest = {
  viewPath: string | null
  /** It went in before this page was opened again. */
  wasEarlier: boolean
  email: string
  isPaid: boolean
}

const DAYS = ANSWER_MS / DAY_MS

/** What happens now, for a paid and for a free request (S2-2.100–2.103). */
export function ThankYou({ athlete, asked }: { athlete: PublicAthlete; asked: AskedRequest }) {
  const { viewPath, wasEarlier, email, isPaid } = asked
  const { state } = useSession()
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    ref.current?.focus({ preventScroll: true })
  }, [])
  const token = viewPath?.split('/').at(-1) ?? ''
  const otherwise = isPaid ? 'or you get a full refund' : "or you won't be charged"
  return (
    <section className="relative isolate overflow-hidden py-12 md:py-20">
      <ChalkLines
        name="track"
        marked={false}
        anchor="end"
        className="-z-10 mask-l-from-40% mask-l-to-80% absolute inset-0 size-full text-line max-md:hidden"
      />
      <div className="wrap grid max-w-4xl grid-cols-1 justify-items-start gap-6">
        <h1 ref={ref} tabIndex={-1} className="display text-4xl outline-none">
          Thank you for your request!
        </h1>
        {wasEarlier && <p>This request was already sent; nothing was sent or held a second time.</p>}
        <p className="max-w-2xl text-lg text-pretty">
          If your request is approved, {athlete.firstName} responds within {DAYS} days {otherwise}.
        </p>
        <p className="max-w-2xl text-muted">
          A confirmation goes to <span className="break-all text-ink">{email}</span>. Look into your spam
          folder too: the private link in it shows how your request stands at any time.
        </p>
        <div className="flex flex-wrap gap-3">
          {viewPath && (
            <ButtonLink to="/view/$token" params={{ token }} iconAfter="arrow-right">
              Follow your request
            </ButtonLink>
          )}
          {!isPaid && state !== 'signed-in' && (
            <ButtonLink to="/fanjoin" tone="secondary">
              Create a free account
            </ButtonLink>
          )}
        </div>
        <div className="mt-4 grid gap-3 border-t pt-6">
          <h2 className="label text-lg">Tell your friends about {athlete.firstName}</h2>
          <ShareButtons
            username={athlete.username}
            text={`I just asked ${athlete.firstName} ${athlete.lastName} a question.`}
          />
        </div>
      </div>
    </section>
  )
}

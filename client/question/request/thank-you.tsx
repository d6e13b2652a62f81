import { useEffect, useRef } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { ANSWER_MS, DAY_MS } from '../../../sync/limits.ts'
import { useSession } from '../../api/session.ts'
import { ButtonAnchor, ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { AskedQuestion } from '../asking/use-ask-flow.ts'

const DAYS = ANSWER_MS / DAY_MS

/** Renders the thanks, and says what happens next for a paid or a free request (S2-2.100–2.103). */
export function ThankYou({ athlete, asked }: { athlete: PublicAthlete; asked: AskedQuestion }) {
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
          A confirmation goes to <span className="[overflow-wrap:anywhere] text-ink">{email}</span>. Check
          your spam folder too: the private link in it shows how your request stands at any time.
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

/** The networks to share on, with the address that opens each; the page loads nothing from them before the press. */
const NETWORKS: { name: string; address: (url: string, text: string) => string }[] = [
  { name: 'X', address: (url, text) => `https://x.com/intent/post?url=${url}&text=${text}` },
  { name: 'Facebook', address: (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  { name: 'WhatsApp', address: (url, text) => `https://wa.me/?text=${text}%20${url}` },
  { name: 'LinkedIn', address: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
  { name: 'Reddit', address: (url, text) => `https://www.reddit.com/submit?url=${url}&title=${text}` },
]

/** Renders buttons for five networks, and one that copies the athlete's address (S2-2.103, S2-2.104, D101). */
function ShareButtons({ username, text }: { username: string; text: string }) {
  const url = `${globalThis.location?.origin ?? ''}/ask/${username}`
  return (
    <ul className="flex flex-wrap gap-2">
      {NETWORKS.map(({ name, address }) => (
        <li key={name}>
          <ButtonAnchor
            href={address(encodeURIComponent(url), encodeURIComponent(text))}
            target="_blank"
            rel="noopener noreferrer"
            tone="secondary"
            size="small"
          >
            <span className="sr-only">Share on </span>
            {name}
          </ButtonAnchor>
        </li>
      ))}
      <li>
        <CopyButton text={url} label="Copy link" size="small" icon="link" />
      </li>
    </ul>
  )
}

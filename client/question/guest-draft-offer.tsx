import { formatAgo } from '../text/format.ts'
import { thisPlace } from '../text/this-place.ts'
import { Button } from '../ui/button.tsx'
import type { GuestDraft } from './guest-draft.ts'

type GuestDraftOfferProps = {
  draft: GuestDraft
  athleteName: string
  onContinue: () => void
  onLater: () => void
}

/** Renders the offer, at sign-in, to continue in the account the question that was begun without one. */
export function GuestDraftOffer({ draft, athleteName, onContinue, onLater }: GuestDraftOfferProps) {
  return (
    <section aria-labelledby="continue" className="grid gap-6">
      <h1 id="continue" className="display text-4xl">
        Continue your question to {athleteName}?
      </h1>
      <figure className="card p-5">
        <blockquote>
          <p className="label text-lg leading-snug">{draft.subject || 'No subject yet'}</p>
          {draft.words && <p className="mt-1 line-clamp-3 text-muted">{draft.words}</p>}
        </blockquote>
        <figcaption className="mt-3 text-muted text-sm">
          Begun on {thisPlace()} {formatAgo(draft.savedAt, Date.now())}, before you signed in
        </figcaption>
      </figure>
      <div className="grid gap-3">
        <Button size="large" wide onClick={onContinue} iconAfter="arrow-right">
          Continue
        </Button>
        <Button tone="secondary" size="large" wide onClick={onLater}>
          Not now
        </Button>
      </div>
      <p className="text-muted text-sm">Not now keeps it here, and it is offered again when you ask.</p>
    </section>
  )
}

import type { Claim, SettleClaimCall } from '../../../sync/question/claim.ts'
import { formatDate } from '../../text/format-date.ts'
import { Button } from '../../ui/button.tsx'

type ClaimCardProps = {
  claim: Claim
  /** Whether the user has an account; without one there is nowhere to take the question. */
  hasAccount: boolean
  /** What was said of this or another claim and is on its way to the server; meanwhile nothing else can be said. */
  sending: SettleClaimCall | null
  onSay: (mine: boolean) => void
}

/** Renders one question that was asked with the user's address, and the two answers its owner can give. */
export function ClaimCard({ claim, hasAccount, sending, onSay }: ClaimCardProps) {
  const { questionId, athlete, firstName, subject, submittedAt } = claim
  // The pressed button is busy and not disabled, so that it keeps the focus.
  const saying = (mine: boolean) => ({
    loading: sending?.questionId === questionId && sending.mine === mine,
    disabled: sending !== null,
    onClick: () => onSay(mine),
  })
  return (
    <article className="card grid gap-4 p-4" aria-label={subject}>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="label text-lg leading-snug">{subject}</p>
        <p className="text-muted text-sm">
          To {athlete.firstName} {athlete.lastName}, from somebody called {firstName}, on{' '}
          {formatDate(submittedAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {hasAccount && (
          <Button size="small" {...saying(true)}>
            Yes, it is mine
          </Button>
        )}
        <Button tone="secondary" size="small" {...saying(false)}>
          Not mine
        </Button>
      </div>
    </article>
  )
}

import { useFocusMoved } from '../../ui/focus-moved.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { ClaimCard } from './claim-card.tsx'
import { useClaims } from './use-claims.ts'

/**
 * Renders the questions that were asked with the account's address without signing in. They belong to no account
 * until the account's owner says so.
 */
export function ClaimsPart() {
  const { answer, sending, error, said, say } = useClaims()
  const line = useFocusMoved<HTMLDivElement>(said)
  const claims = answer?.claims ?? []
  if (claims.length === 0 && !said) return null
  return (
    <section aria-labelledby="claims" className="mb-6 grid gap-3">
      {claims.length > 0 && (
        <>
          <h2 id="claims" className="label">
            Somebody asked with your address: is this yours?
          </h2>
          <p className="text-muted text-sm text-pretty">
            Whoever asked was not signed in. “Yes” takes the question into your account. “No” removes your
            address from it, and you hear nothing more about it.
          </p>
        </>
      )}
      {claims.map((claim) => (
        <ClaimCard
          key={claim.questionId}
          claim={claim}
          hasAccount={answer?.hasAccount ?? false}
          sending={sending}
          onSay={(mine) => void say(claim, mine)}
        />
      ))}
      <CutLine more={answer?.more ?? false} shown={`newest ${claims.length}`}>
        The others follow once you have answered these.
      </CutLine>
      <FieldError error={error} />
      {said && (
        <div ref={line} tabIndex={-1}>
          <StatusLine icon="check">
            {said.mine
              ? `“${said.claim.subject}” is in your account now.`
              : `Your address was removed from “${said.claim.subject}”.`}
          </StatusLine>
        </div>
      )}
    </section>
  )
}

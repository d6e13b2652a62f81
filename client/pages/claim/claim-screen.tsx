import { DoneNote } from '../../account/done-note.tsx'
import { useMailedToken } from '../../account/use-mailed-token.ts'
import { useOnline } from '../../api/connection.ts'
import { ClaimCard } from '../../question/claim/claim-card.tsx'
import { NOT_REACHED, useClaims } from '../../question/claim/use-claims.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { AccountLayout } from '../account-layout.tsx'

/** Renders the page behind the mailed link, where the owner of an address says whether a question is theirs. */
export function ClaimScreen() {
  const token = useMailedToken()
  return (
    <AccountLayout title="Was this you?" ground="circle">
      {token ? <ByMail token={token} /> : <NoLink />}
    </AccountLayout>
  )
}

function NoLink() {
  return (
    <div className="grid justify-items-start gap-5">
      <p className="text-muted text-pretty">
        Open this page by the link in our mail about a question that was asked with your address. The link
        works until somebody has said whose question it is. If you have an account, you also find the question
        in your dashboard.
      </p>
      <ButtonLink to="/signin">Sign in</ButtonLink>
    </div>
  )
}

function ByMail({ token }: { token: string }) {
  const { answer, isOver, isUnreached, again, sending, error, said, say } = useClaims(token)
  if (said) return <Said mine={said.mine} />
  if (isOver) return <NoLink />
  if (isUnreached) return <Unreached onAgain={again} />
  const [claim] = answer?.claims ?? []
  if (!answer || !claim) return <SkeletonText lines={4} />
  return (
    <div className="grid gap-5">
      <p className="text-muted text-pretty">
        Somebody asked this with your address, without signing in.
        {!answer.hasAccount && ' If it was you, there is nothing to do.'}
      </p>
      <ClaimCard
        claim={claim}
        hasAccount={answer.hasAccount}
        sending={sending}
        onSay={(mine) => void say(claim, mine)}
      />
      <FieldError error={error} />
    </div>
  )
}

function Unreached({ onAgain }: { onAgain: () => void }) {
  const online = useOnline()
  return (
    <div className="grid justify-items-start gap-4">
      <FieldError error={NOT_REACHED} />
      <Button tone="secondary" icon="retry" disabled={!online} onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}

function Said({ mine }: { mine: boolean }) {
  return mine ? (
    <DoneNote
      icon="check"
      title="It is in your account"
      action={<ButtonLink to="/dashboard">Open your dashboard</ButtonLink>}
    >
      <p>The question is in your conversations, with everything that follows.</p>
    </DoneNote>
  ) : (
    <DoneNote icon="check" title="Your address was removed">
      <p>We no longer write to you about this question, and the links we sent you no longer work.</p>
    </DoneNote>
  )
}

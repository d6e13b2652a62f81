import { useNavigate } from '@tanstack/react-router'
import { TeamAccountForm } from '../../account/second-factor/team-account-form.tsx'
import { useMailedToken } from '../../account/use-mailed-token.ts'
import { AccountLayout } from '../account-layout.tsx'

/**
 * Renders the page behind the link that makes a member of the team: the first admin of a new server, or somebody
 * invited.
 */
export function SetUpScreen() {
  const token = useMailedToken()
  const navigate = useNavigate()
  return (
    <AccountLayout title="Join the team" ground="circle">
      {token ? (
        <TeamAccountForm token={token} onEntered={() => void navigate({ to: '/admin', replace: true })} />
      ) : (
        <p className="text-muted text-pretty">
          Open this page by the link in your invitation to the team, or by the link that a new server prints
          when it starts.
        </p>
      )}
    </AccountLayout>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { FirstAdminForm } from '../../account/second-factor/first-admin-form.tsx'
import { useMailedToken } from '../../account/use-mailed-token.ts'
import { AccountLayout } from '../account-layout.tsx'

/** The landing of the link a new server tells once: it makes the team's first account. */
export function SetUpScreen() {
  const token = useMailedToken()
  const navigate = useNavigate()
  return (
    <AccountLayout title="Set up the team" ground="circle">
      {token ? (
        <FirstAdminForm token={token} onEntered={() => void navigate({ to: '/admin', replace: true })} />
      ) : (
        <p className="text-muted text-pretty">
          This page is opened by the link that the server tells when it starts for the first time.
        </p>
      )}
    </AccountLayout>
  )
}

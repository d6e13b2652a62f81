import { KeepPanel } from '../../account/my-data/keep-panel.tsx'
import { useMailedToken } from '../../account/use-mailed-token.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { AccountLayout } from '../account-layout.tsx'

/** Renders the page behind the mailed link, where a user who is leaving decides to stay. */
export function KeepAccountScreen() {
  const token = useMailedToken()
  return (
    <AccountLayout title="Do you want to stay?" ground="lanes">
      {token ? (
        <KeepPanel token={token} />
      ) : (
        <div className="grid justify-items-start gap-5">
          <p className="text-muted text-pretty">
            This page is opened by the link in the mail about your leaving. With an account, signing in is
            enough to stay.
          </p>
          <ButtonLink to="/signin">Sign in</ButtonLink>
        </div>
      )}
    </AccountLayout>
  )
}

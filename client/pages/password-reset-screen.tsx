import { ChangePasswordForm } from '../account/password/change-password-form.tsx'
import { ResetPasswordForm } from '../account/password/reset-password-form.tsx'
import { useMailedToken } from '../account/use-mailed-token.ts'
import { AccountLayout } from './account-layout.tsx'

/**
 * Renders the form for a new password: with the current one (S2-2.36), or by the mailed link for a user who forgot
 * it (D74).
 */
export function PasswordResetScreen() {
  const token = useMailedToken()
  return (
    <AccountLayout title={token ? 'Choose a new password' : 'Change your password'} ground="circle">
      {token ? <ResetPasswordForm token={token} /> : <ChangePasswordForm />}
    </AccountLayout>
  )
}

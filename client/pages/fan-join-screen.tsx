import { PRODUCT } from '../../sync/copy.ts'
import { ActivateForm } from '../account/join/activate-form.tsx'
import { FanJoinForm } from '../account/join/fan-join-form.tsx'
import { useMailedToken } from '../account/use-mailed-token.ts'
import { AccountLayout } from './account-layout.tsx'

/** A fan's account: made here, and activated here by the mailed link (S2-2.33, D43). */
export function FanJoinScreen() {
  const token = useMailedToken()
  if (token) {
    return (
      <AccountLayout title="Activate your account" ground="key">
        <ActivateForm token={token} />
      </AccountLayout>
    )
  }
  return (
    <AccountLayout
      title="Become a Fan"
      lead={`Free. Your questions and answers at ${PRODUCT.name} in one place, on every device.`}
      ground="key"
    >
      <FanJoinForm />
    </AccountLayout>
  )
}

import { lazy, Suspense } from 'react'
import { PRODUCT } from '../../sync/text/product.ts'
import { FanJoinForm } from '../account/join/fan-join-form.tsx'
import { useMailedToken } from '../account/use-mailed-token.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { AccountLayout } from './account-layout.tsx'

const ActivateForm = lazy(() =>
  import('../account/join/activate-form.tsx').then((found) => ({ default: found.ActivateForm })),
)

/** Renders the form for a fan's account or, with the mailed link, the activation of the account (S2-2.33, D43). */
export function FanJoinScreen() {
  const token = useMailedToken()
  if (token) {
    return (
      <AccountLayout title="Activate your account" ground="key">
        <Suspense fallback={<Skeleton className="h-64" />}>
          <ActivateForm token={token} />
        </Suspense>
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

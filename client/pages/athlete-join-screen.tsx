import { lazy, Suspense, useEffect, useState } from 'react'
import { PRODUCT } from '../../sync/text/product.ts'
import { CodeForm } from '../account/athlete-join/code-form.tsx'
import { useMailedToken } from '../account/use-mailed-token.ts'
import { useForm } from '../inquiry/use-form.ts'
import { WaitlistForm } from '../inquiry/waitlist-form.tsx'
import { FEE_LINE } from '../text/fee-line.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { AccountLayout } from './account-layout.tsx'

const loadForm = () => import('../account/athlete-join/athlete-join-form.tsx')
const AthleteJoinForm = lazy(() => loadForm().then((loaded) => ({ default: loaded.AthleteJoinForm })))

const ActivateForm = lazy(async () => {
  const { ActivateForm: Form } = await import('../account/join/activate-form.tsx')
  return { default: Form }
})

/** An athlete's account: a code or the waitlist, then the profile; and its activation by the mailed link (S2-2.21). */
export function AthleteJoinScreen() {
  const token = useMailedToken()
  const [code, setCode] = useState<string | null>(null)
  if (token) {
    return (
      <AccountLayout title="Verify your address" ground="lanes">
        <Suspense fallback={<Skeleton className="h-64" />}>
          <ActivateForm token={token} anew="/athletejoin" />
        </Suspense>
      </AccountLayout>
    )
  }
  if (code === null) return <FirstStep onCode={setCode} />
  return (
    <div className="wrap grid max-w-4xl grid-cols-1 gap-8 py-10 md:gap-10 md:py-16">
      <Suspense fallback={<Skeleton className="h-[60dvh] w-full" />}>
        <AthleteJoinForm code={code} />
      </Suspense>
    </div>
  )
}

function FirstStep({ onCode }: { onCode: (code: string) => void }) {
  const waitlist = useForm('waitlist.send')
  const isWaiting = waitlist.stage.at === 'sent'
  useEffect(() => {
    // the thanks stand where the page was longer
    if (isWaiting) window.scrollTo(0, 0)
  }, [isWaiting])
  return (
    <AccountLayout
      title={`Become an ${PRODUCT.infielder}`}
      lead={`Answer fans by video, at the price you set. ${FEE_LINE}`}
      ground="lanes"
    >
      {!isWaiting && (
        <>
          <CodeForm
            onCode={(code) => {
              void loadForm()
              onCode(code)
            }}
          />
          <h2 className="display mt-12 mb-2 text-2xl">No code yet?</h2>
          <p className="mb-5 text-muted text-pretty">
            Tell us where to find you, and we take a look at your page.
          </p>
        </>
      )}
      <WaitlistForm form={waitlist} />
    </AccountLayout>
  )
}

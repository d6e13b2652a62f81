import { lazy, Suspense, useEffect, useState } from 'react'
import { PRODUCT } from '../../sync/text/product.ts'
import { CodeForm } from '../account/athlete-join/code-form.tsx'
import type { KeptJoining } from '../account/athlete-join/kept-joining.ts'
import { useMailedToken } from '../account/use-mailed-token.ts'
import { useForm } from '../inquiry/use-form.ts'
import { WaitlistForm } from '../inquiry/waitlist-form.tsx'
import { FEE_LINE } from '../text/fee-line.ts'
import { PendingScreen } from '../ui/pending-screen.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useLater } from '../ui/use-later.ts'
import { AccountLayout } from './account-layout.tsx'

const loadForm = () => import('../account/athlete-join/athlete-join-form.tsx')
const AthleteJoinForm = lazy(() => loadForm().then((loaded) => ({ default: loaded.AthleteJoinForm })))

const loadUnsentWaitlist = async () => (await import('../inquiry/unsent-waitlist.tsx')).UnsentWaitlist

const loadActivate = () => import('../account/join/activate-form.tsx')
const ActivateForm = lazy(() => loadActivate().then((loaded) => ({ default: loaded.ActivateForm })))

/**
 * Renders an athlete's sign-up: first a code or the waitlist, then the profile. With the mailed link it activates
 * the account (S2-2.21).
 */
export function AthleteJoinScreen() {
  const token = useMailedToken()
  const [begun, setBegun] = useBegun(token === null)
  if (token) {
    return (
      <AccountLayout title="Verify your address" ground="lanes">
        <Suspense fallback={<Skeleton className="h-64" />}>
          <ActivateForm token={token} anew="/athletejoin" />
        </Suspense>
      </AccountLayout>
    )
  }
  if (begun === 'looking') return <PendingScreen />
  if (!begun) return <FirstStep onBegun={setBegun} />
  return (
    <div className="wrap grid max-w-4xl grid-cols-1 gap-8 py-10 md:gap-10 md:py-16">
      <Suspense fallback={<Skeleton className="h-[60dvh] w-full" />}>
        <AthleteJoinForm begun={begun} onForget={() => setBegun(null)} />
      </Suspense>
      <UnsentLater />
    </div>
  )
}

function UnsentLater() {
  const UnsentWaitlist = useLater(loadUnsentWaitlist)
  return UnsentWaitlist && <UnsentWaitlist />
}

/**
 * Returns the sign-up that was begun on this device, so that the athlete can continue it. If nothing was begun
 * here, no code is loaded for it.
 */
function useBegun(isWanted: boolean) {
  const [begun, setBegun] = useState<KeptJoining | null | 'looking'>(isWanted ? 'looking' : null)
  useEffect(() => {
    if (begun === 'looking') void findBegun().then(setBegun)
  }, [begun])
  return [begun, setBegun] as const
}

async function findBegun(): Promise<KeptJoining | null> {
  try {
    const databases = await indexedDB.databases?.()
    if (databases && !databases.some(({ name }) => name?.startsWith('device-'))) return null
    const { readKeptJoining } = await import('../account/athlete-join/kept-joining.ts')
    return await readKeptJoining()
  } catch {
    // An empty form is better than no form.
    return null
  }
}

function FirstStep({ onBegun }: { onBegun: (begun: KeptJoining) => void }) {
  const waitlist = useForm('waitlist.send')
  const isWaiting = waitlist.stage.at === 'sent'
  useEffect(() => {
    // The thank-you is shorter than the form, so the page may be scrolled past it.
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
          <CodeForm onCode={async (code) => onBegun((await loadForm()).beginJoining(code))} />
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

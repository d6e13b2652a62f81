import { lazy, Suspense } from 'react'
import type { PasskeyButtonProps } from './passkey-button.tsx'

const Button = lazy(() => import('./passkey-button.tsx').then((found) => ({ default: found.PasskeyButton })))
const SignIn = lazy(() => import('./passkey-sign-in.tsx').then((found) => ({ default: found.PasskeySignIn })))

/** As `PasskeyButton`, loaded after the form it stands in: a password can be typed before. */
export function PasskeyButton(props: PasskeyButtonProps) {
  return (
    <Suspense fallback={<Place />}>
      <Button {...props} />
    </Suspense>
  )
}

/** As `PasskeySignIn`, loaded after the form. */
export function PasskeySignIn() {
  return (
    <Suspense fallback={<Place />}>
      <SignIn />
    </Suspense>
  )
}

/** As high as what comes, so that nothing moves under a finger. */
function Place() {
  return <div className="h-12" />
}

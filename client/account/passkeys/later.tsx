import { type ComponentType, lazy, Suspense } from 'react'
import type { PasskeyButtonProps } from './passkey-button.tsx'

/** Without a network there is nothing to show a passkey to: where it cannot be loaded, its place stays empty. */
function orPlace<Props>(load: () => Promise<ComponentType<Props>>) {
  return async () => ({ default: await load().catch((): ComponentType<Props> => Place) })
}
const Button = lazy(orPlace(async () => (await import('./passkey-button.tsx')).PasskeyButton))
const SignIn = lazy(orPlace(async () => (await import('./passkey-sign-in.tsx')).PasskeySignIn))

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

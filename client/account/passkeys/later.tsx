import { type ComponentType, lazy, Suspense } from 'react'
import type { PasskeyButtonProps } from './passkey-button.tsx'

/** Falls back to an empty place when a component cannot be loaded, because passkeys need a network anyway. */
function orPlace<Props>(load: () => Promise<ComponentType<Props>>) {
  return async () => ({ default: await load().catch((): ComponentType<Props> => Place) })
}
const Button = lazy(orPlace(async () => (await import('./passkey-button.tsx')).PasskeyButton))
const SignIn = lazy(orPlace(async () => (await import('./passkey-sign-in.tsx')).PasskeySignIn))

/** Renders `PasskeyButton`, loaded after the form around it, so that a password can be typed before. */
export function PasskeyButton(props: PasskeyButtonProps) {
  return (
    <Suspense fallback={<Place />}>
      <Button {...props} />
    </Suspense>
  )
}

/** Renders `PasskeySignIn`, loaded after the form. */
export function PasskeySignIn() {
  return (
    <Suspense fallback={<Place />}>
      <SignIn />
    </Suspense>
  )
}

/** An empty place as high as the button, so that nothing moves under a finger when the button appears. */
function Place() {
  return <div className="h-12" />
}

import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PRODUCT } from '../../sync/copy.ts'
import { SignInForm } from '../account/sign-in-form.tsx'
import { useSession } from '../app/session.ts'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'

/** Sign in; once there is a session, admins go to the desk and everybody else to the dashboard (S2-2). */
export function SignInScreen() {
  const isSignedIn = useLeaveSignedIn()
  return (
    <div className="grid flex-1 md:grid-cols-2">
      <div className="wrap flex justify-center py-10 md:items-center md:py-16">
        <div className="w-full max-w-md">
          <h1 className="display mb-8 text-4xl">Sign in</h1>
          {isSignedIn ? <Leaving /> : <SignInForm />}
        </div>
      </div>
      <div
        data-theme="dark"
        aria-hidden
        className="relative isolate flex items-end overflow-hidden bg-field p-10 text-ink max-md:hidden lg:p-16"
      >
        <ChalkLines
          name="lanes"
          anchor="end"
          className="-z-10 mask-b-from-30% mask-b-to-75% absolute inset-0 size-full"
        />
        <p className="display max-w-md text-4xl">{PRODUCT.slogan}</p>
      </div>
    </div>
  )
}

function Leaving() {
  return (
    <p role="status" className="label flex items-center gap-3">
      <span
        aria-hidden
        className="size-6 animate-turn rounded-full border-[3px] border-current border-t-transparent"
      />
      Opening your dashboard
    </p>
  )
}

function useLeaveSignedIn(): boolean {
  const { state, person } = useSession()
  const navigate = useNavigate()
  const isSignedIn = state === 'signed-in'
  const to = person?.role === 'admin' ? '/admin' : '/dashboard'
  useEffect(() => {
    if (isSignedIn) void navigate({ to, replace: true })
  }, [isSignedIn, to, navigate])
  return isSignedIn
}

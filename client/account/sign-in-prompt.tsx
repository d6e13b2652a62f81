import { ScreenHead } from '../ui/screen-head.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Nobody is signed in here: the way in, in the place of what stands behind it (S2-2.39, S2-2.106). */
export function SignInPrompt({ lead }: { lead: string }) {
  return (
    <div className="wrap py-10 md:py-16">
      <ScreenHead title="Sign in" lead={lead} />
      <div className="mt-8 max-w-md">
        <SignInForm alone />
      </div>
    </div>
  )
}

import { ScreenHead } from '../ui/screen-head.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The sign-in page that a visitor sees in place of a page for members (S2-2.39, S2-2.106). */
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

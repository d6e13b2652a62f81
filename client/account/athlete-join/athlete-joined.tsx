import { useEffect, useRef } from 'react'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { WrongAddress } from '../join/wrong-address.tsx'

type AthleteJoinedProps = { email: string; onWrong: () => void }

/** Step 4 of the sign-up. It reads the same for every address, known or not (S2-2.27, S2-2.28, D112). */
export function AthleteJoined({ email, onWrong }: AthleteJoinedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid justify-items-start gap-5 py-6 md:py-16">
      <Icon name="mail" className="size-10 text-signal-text" />
      <h1 ref={heading} tabIndex={-1} className="display text-4xl outline-none">
        Welcome to {PRODUCT.name}!
      </h1>
      <div className="grid max-w-xl gap-3 text-lg text-muted text-pretty">
        <p>
          A confirmation email was sent to <b className="text-ink [overflow-wrap:anywhere]">{email}</b>, and
          the address must be verified. {ACCOUNT_COPY.checkConfirmation}.
        </p>
        <p>
          Open the link in it and type the password you have just chosen: your profile is public from then on.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/ask" tone="secondary">
          Browse the roster
        </ButtonLink>
        <WrongAddress onWrong={onWrong} />
      </div>
    </section>
  )
}

import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DoneNote } from '../done-note.tsx'
import { WrongAddress } from './wrong-address.tsx'

/** The message shown after a fan has signed up. */
export function FanJoined({ email, onWrong }: { email: string; onWrong: () => void }) {
  return (
    <DoneNote
      title={ACCOUNT_COPY.checkConfirmation}
      action={
        <>
          <ButtonLink to="/ask" tone="secondary">
            Browse the roster
          </ButtonLink>
          <WrongAddress onWrong={onWrong} />
        </>
      }
    >
      <p>{ACCOUNT_COPY.profileMade}</p>
      <p>
        It goes to <b className="[overflow-wrap:anywhere] text-ink">{email}</b>. Open the link in it and type
        the password you have just chosen: from then on every question you asked with this address and this
        date of birth is on your dashboard, and it asks you about any other.
      </p>
    </DoneNote>
  )
}

import { useSession } from '../../api/session.ts'
import { mailAddress } from '../../text/mail-address.ts'

/** Renders the address of the team; only words while the address is not known. */
export function TeamAddress() {
  const { supportEmail } = useSession()
  if (!supportEmail) return <>our team</>
  return (
    <>
      our team at{' '}
      <a href={mailAddress(supportEmail)} className="link text-ink [overflow-wrap:anywhere]">
        {supportEmail}
      </a>
    </>
  )
}

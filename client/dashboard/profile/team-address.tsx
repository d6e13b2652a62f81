import { useSession } from '../../api/session.ts'

/** Where the team is written to; in words while the address is not known. */
export function TeamAddress() {
  const { supportEmail } = useSession()
  if (!supportEmail) return <>our team</>
  return (
    <>
      our team at{' '}
      <a href={`mailto:${supportEmail}`} className="link text-ink [overflow-wrap:anywhere]">
        {supportEmail}
      </a>
    </>
  )
}

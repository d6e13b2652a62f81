import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { MailedSignIn } from '../account/mailed-sign-in.tsx'
import { SignInForm } from '../account/sign-in-form.tsx'
import { useMailedToken } from '../account/use-mailed-token.ts'
import { useSession } from '../api/session.ts'
import type { GuestDraft } from '../question/guest-draft.ts'
import { hasDevice } from '../store/use-has-device.ts'
import { AccountLayout } from './account-layout.tsx'

/**
 * Renders the sign-in. Once there is a session, admins go to the desk and all other users to the dashboard (S2-2).
 * A user who began a question here without an account is first offered to continue it.
 */
export function SignInScreen() {
  const token = useMailedToken()
  const { person, isLeaving, enter, offer, leave, goOn } = useLeaveSignedIn(token)
  if (offer) {
    const { Panel, draft, athlete } = offer
    return (
      <AccountLayout ground="lanes">
        <Panel draft={draft} athleteName={athlete.firstName} onContinue={goOn} onLater={leave} />
      </AccountLayout>
    )
  }
  return (
    <AccountLayout title="Sign in" ground="lanes">
      {isLeaving ? (
        <Leaving />
      ) : token ? (
        <MailedSignIn token={token} person={person} onEntered={enter} />
      ) : (
        <SignInForm />
      )}
    </AccountLayout>
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

/** A user who is signed in leaves, unless a mailed link is open, which may sign in to another account. */
function useLeaveSignedIn(token: string | null) {
  const { state, person } = useSession()
  const navigate = useNavigate()
  const [offer, setOffer] = useState<SignInOffer | null>(null)
  const [isEntered, setEntered] = useState(false)
  const isLeaving = state === 'signed-in' && (isEntered || !token)
  const to = person?.role === 'admin' ? '/admin' : '/dashboard'
  const leave = () => void navigate({ to, replace: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is a session
  useEffect(() => {
    if (!isLeaving) return
    let isOver = false
    void Promise.race([findOffer(), noneAfter(OFFER_MS)]).then((found) => {
      if (isOver) return
      if (found) setOffer(found)
      else leave()
    })
    return () => {
      isOver = true
    }
  }, [isLeaving])
  const goOn = () => {
    if (!offer) return
    const { draft, athlete, placeOf } = offer
    void navigate({ ...placeOf({ ...draft, username: athlete.username }), replace: true })
  }
  const known = state === 'signed-in' ? person : null
  return { person: known, isLeaving, enter: () => setEntered(true), offer, leave, goOn }
}

type SignInOffer = {
  draft: GuestDraft
  athlete: PublicAthlete
  Panel: typeof import('../question/guest-draft-offer.tsx')['GuestDraftOffer']
  placeOf: typeof import('../question/asking/draft-place.ts')['placeOf']
}

/**
 * How many milliseconds the dashboard waits at most for the offer, because WebKit and Firefox may never answer
 * `indexedDB.databases()`.
 */
const OFFER_MS = 3_000

const noneAfter = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))

/**
 * Finds the question that was begun here without an account. If nothing was begun on this device, no code is loaded
 * for it.
 */
async function findOffer(): Promise<SignInOffer | null> {
  try {
    if (!(await hasDevice('guest'))) return null
    const [{ GuestDraftOffer: Panel }, { latestGuestDraft, athleteOf }, { placeOf }] = await Promise.all([
      import('../question/guest-draft-offer.tsx'),
      import('../question/guest-draft.ts'),
      import('../question/asking/draft-place.ts'),
    ])
    const draft = await latestGuestDraft()
    const athlete = draft && athleteOf(draft)
    return draft && athlete ? { draft, athlete, Panel, placeOf } : null
  } catch {
    // Opening the dashboard matters more than this offer, because the wizard makes the offer again.
    return null
  }
}

import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nothingKept } from '../text/keeps-nothing.ts'
import { Button } from '../ui/button.tsx'
import { ButtonAnchor, ButtonLink } from '../ui/button-link.tsx'
import { LostGround } from '../ui/chalk/lost-ground.tsx'
import { useLater } from '../ui/use-later.ts'
import { describeError } from './describe-error.ts'

const loadDetails = async () => (await import('./crash-details.tsx')).CrashDetails

const whatIsSafe = () =>
  `This page stopped working. ${nothingKept()?.lost ?? 'What you wrote or recorded is still on this device.'}`

type CrashScreenProps = { title: string; summary: ReactNode; error?: unknown; children: ReactNode }

function CrashScreen({ title, summary, error, children }: CrashScreenProps) {
  const Details = useLater(loadDetails)
  return (
    <LostGround name="diamond" title={title}>
      <div className="mt-5 max-w-2xl text-lg text-muted">{summary}</div>
      <div className="mt-8 flex flex-wrap gap-3">{children}</div>
      {error !== undefined && Details && <Details error={error} />}
    </LostGround>
  )
}

type RouteErrorScreenProps = { error: unknown; reset?: () => void }

/** The router's `errorComponent` (S1-2.48): shows the error, with a button to try again and a link home. */
export function RouteErrorScreen({ error, reset }: RouteErrorScreenProps) {
  return (
    <CrashScreen
      title="Unexpected Application Error"
      summary={
        <div role="alert">
          <p>{whatIsSafe()}</p>
          <p className="mt-2 text-base">{describeError(error)}</p>
        </div>
      }
      error={error}
    >
      <TryAgain reset={reset} />
    </CrashScreen>
  )
}

/**
 * Says that a part of the app could not be loaded: because it was never opened on this device and there is no
 * network, or because the server has another build just now. Nothing is broken.
 */
export function NotHereScreen({ reset }: Pick<RouteErrorScreenProps, 'reset'>) {
  return (
    <CrashScreen
      title="Not on this device yet"
      summary={<p role="alert">This part of the app could not be loaded. Try again once you are online.</p>}
    >
      <TryAgain reset={reset} />
    </CrashScreen>
  )
}

function TryAgain({ reset }: Pick<RouteErrorScreenProps, 'reset'>) {
  const router = useRouter()
  const tryAgain = async () => {
    await router.invalidate()
    reset?.()
  }
  return (
    <>
      <Button icon="retry" onClick={tryAgain}>
        Try again
      </Button>
      <ToHome />
    </>
  )
}

const ToHome = () => (
  <ButtonLink to="/" tone="secondary">
    Go to the home page
  </ButtonLink>
)

/** The router's `notFoundComponent`: unknown addresses show the same error screen (D68). */
export function NotFoundScreen() {
  return (
    <CrashScreen
      title="Unexpected Application Error"
      summary={
        <>
          <p>404 Not Found</p>
          <p className="mt-2 text-base">
            There is no page at this address. It may have moved, or the link was cut.
          </p>
        </>
      }
    >
      <ButtonLink to="/ask">Browse the roster</ButtonLink>
      <ToHome />
      <ButtonLink to="/lostlink" tone="quiet">
        Lost link?
      </ButtonLink>
    </CrashScreen>
  )
}

/** The error screen of the request area (S1-2.51). It says what is safe. */
export function RequestCrash() {
  return (
    <CrashScreen title="Something went wrong" summary={<p role="alert">{whatIsSafe()}</p>}>
      <Button icon="retry" onClick={() => window.location.reload()}>
        Refresh Page
      </Button>
      <ButtonAnchor href="/" tone="secondary">
        Go to the home page
      </ButtonAnchor>
    </CrashScreen>
  )
}

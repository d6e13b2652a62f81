import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { getSession } from '../api/session.ts'
import { openStep, stepInPage } from '../question/first-step/open-step.ts'
import { showToast } from '../ui/toasts.ts'

/** The wizard, loaded when it is needed. */
async function loadWizard() {
  const [{ AskWizard }, watchElsewhere] = await Promise.all([
    import('../question/ask-wizard.tsx'),
    loadWatchElsewhere(),
  ])
  isLoaded = true
  return { AskWizard, watchElsewhere }
}

let isLoaded = false

/** A visitor has no other devices, and does not load what follows them. */
async function loadWatchElsewhere() {
  if (!getSession().person) return null
  const loaded = await import('../store/replica-session.ts').catch(() => null)
  return loaded?.watchServerDrafts ?? null
}

type Loaded = Awaited<ReturnType<typeof loadWizard>>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On a profile or the request page: the draft its writer has just said to go on with. */
    continueDraft?: string
  }
}

/** Without a network a wizard that somebody already writes in is tried for again after so long. */
const AGAIN_MS = 3_000

/** The wizard for whoever writes in the page's own first step by then; null once they have left that. */
async function loadBehind(step: HTMLDialogElement): Promise<Loaded | null> {
  while (step.open) {
    const loaded = await loadWizard().catch(() => null)
    if (loaded) return step.open ? loaded : null
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
  return null
}

/** The way into asking this athlete: `ask` opens the wizard over the profile, `wizard` is what is open. */
export function useAskWizard(athlete: PublicAthlete): {
  ask: () => void
  /** Asked for, and still being loaded. */
  isOpening?: boolean
  wizard: ReactNode
} {
  const [open, setOpen] = useState<Loaded | null>(null)
  const [continueId, setContinueId] = useState<string>()
  const [isOpening, setOpening] = useState<boolean>()
  const openWizard = (step: HTMLDialogElement | null) => {
    setOpening(true)
    const failed = () =>
      showToast({ text: 'Asking could not be opened. Try again with a network.', tone: 'danger' })
    const loading = step ? loadBehind(step) : loadWizard()
    loading.then((loaded) => loaded && setOpen(loaded), failed).finally(() => setOpening(false))
  }
  const ask = () => openWizard(firstStep(athlete.id))
  useWarmWizard(athlete.paused)
  useLeftEntries()
  useReturnFromBank(() => openWizard(null))
  useContinued((draftId) => {
    setContinueId(draftId)
    openWizard(null)
  })
  if (!open) return { ask, isOpening, wizard: null }
  const { AskWizard, watchElsewhere } = open
  const close = () => {
    setContinueId(undefined)
    setOpen(null)
  }
  return {
    ask,
    isOpening,
    wizard: (
      <AskWizard athlete={athlete} watchElsewhere={watchElsewhere} continueId={continueId} onClose={close} />
    ),
  }
}

/** What can be written in until the wizard is loaded, if that came with the page. */
function firstStep(athleteId: string): HTMLDialogElement | null {
  const step = stepInPage(athleteId)
  if (!isLoaded || step?.open) return openStep(athleteId)
  // the wizard comes at once, and asks by itself about what was entered there before
  step?.remove()
  return null
}

/** Whoever reads a profile and then loses the network can still write the question. */
function useWarmWizard(isPaused: boolean) {
  useEffect(() => {
    if (isPaused) return
    const load = () => Promise.all([loadWizard(), import('../media/pick/video-picker.tsx')])
    const timer = setTimeout(() => void load().catch(() => {}), 3_000)
    return () => clearTimeout(timer)
  }, [isPaused])
}

/** A page that was reloaded inside the wizard stands on an entry of one that is gone: Back would lead through them all. */
function useLeftEntries() {
  const { history } = useRouter()
  useEffect(() => {
    const left = history.location.state.ask
    if (left) history.go(-(left.step + 1))
  }, [history])
}

/** A bank that asked for a confirmation sends the browser back here; the wizard goes on where it was. */
function useReturnFromBank(ask: () => void) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser comes back
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('payment_intent')) return
    void navigate({ to: '.', search: {}, replace: true }).then(ask)
  }, [])
}

/** Told to go on with a draft, the page opens it at once, and once: a reload does not open it again. */
function useContinued(onContinue: (draftId: string) => void) {
  const { history } = useRouter()
  const continueDraft = useLocation({ select: ({ state }) => state.continueDraft })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it was said
  useEffect(() => {
    if (!continueDraft) return
    history.replace(history.location.href)
    onContinue(continueDraft)
  }, [continueDraft])
}

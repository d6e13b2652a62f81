import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { showToast } from '../ui/toasts.ts'
import type { LoadedWizard } from './load-wizard.ts'

/** Loaded beside the page: what opens the wizard, and what loads it. */
const wizardLoader = () => import('./load-wizard.ts')

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On a profile or the request page: the draft its writer has just said to go on with. */
    continueDraft?: string
  }
}

/** The way into asking this athlete: `ask` opens the wizard over the profile, `wizard` is what is open. */
export function useAskWizard(athlete: PublicAthlete): {
  ask: () => void
  /** Asked for, and still being loaded. */
  isOpening?: boolean
  wizard: ReactNode
} {
  const [open, setOpen] = useState<LoadedWizard | null>(null)
  const [continueId, setContinueId] = useState<string>()
  const [isOpening, setOpening] = useState<boolean>()
  const openBy = (load: () => Promise<LoadedWizard | null>) => {
    setOpening(true)
    const failed = () =>
      showToast({ text: 'Asking could not be opened. Try again with a network.', tone: 'danger' })
    load()
      .then((loaded) => loaded && setOpen(loaded), failed)
      .finally(() => setOpening(false))
  }
  const ask = () => openBy(async () => (await wizardLoader()).openWizard(athlete.id))
  const goOn = () => openBy(async () => (await wizardLoader()).loadWizard())
  useWarmWizard(athlete.paused)
  useLeftEntries()
  useReturnFromBank(goOn)
  useContinued((draftId) => {
    setContinueId(draftId)
    goOn()
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

/** Whoever reads a profile and then loses the network can still write the question. */
function useWarmWizard(isPaused: boolean) {
  useEffect(() => {
    if (isPaused) return
    void wizardLoader().catch(() => {})
    const warm = async () => (await wizardLoader()).warmWizard()
    const timer = setTimeout(() => void warm().catch(() => {}), 3_000)
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
function useReturnFromBank(goOn: () => void) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser comes back
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('payment_intent')) return
    void navigate({ to: '.', search: {}, replace: true }).then(goOn)
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

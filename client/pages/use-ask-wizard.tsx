import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { showToast } from '../ui/toasts.ts'
import type { LoadedWizard } from './load-wizard.ts'

/** Loads the code that loads and opens the wizard. It is not part of the page. */
const wizardLoader = () => import('./load-wizard.ts')

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On a profile or the request page: the draft that the fan has just chosen to continue. */
    continueDraft?: string
  }
}

/** Returns `ask`, which opens the wizard over the profile, and `wizard`, which is the open wizard or null. */
export function useAskWizard(athlete: PublicAthlete): {
  ask: () => void
  /** True while the wizard is loading after a tap. */
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

/** Loads the wizard ahead of time, so that a fan who loses the network can still write the question. */
function useWarmWizard(isPaused: boolean) {
  useEffect(() => {
    if (isPaused) return
    void wizardLoader().catch(() => {})
    const warm = async () => (await wizardLoader()).warmWizard()
    const timer = setTimeout(() => void warm().catch(() => {}), 3_000)
    return () => clearTimeout(timer)
  }, [isPaused])
}

/**
 * After a reload inside the wizard, goes back to the entry before it. Otherwise Back would lead through the entries
 * of a wizard that is gone.
 */
function useLeftEntries() {
  const { history } = useRouter()
  useEffect(() => {
    const left = history.location.state.ask
    if (left) history.go(-(left.step + 1))
  }, [history])
}

/** Opens the wizard again when a bank that asked for a confirmation sends the browser back here. */
function useReturnFromBank(goOn: () => void) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser comes back
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('payment_intent')) return
    void navigate({ to: '.', search: {}, replace: true }).then(goOn)
  }, [])
}

/** Opens the draft that the history entry names, and clears the entry so that a reload does not open it again. */
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

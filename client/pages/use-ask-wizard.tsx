import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { showToast } from '../ui/toasts.ts'

/** The wizard and the card form it is handed: two slices that meet here, loaded when they are needed. */
async function loadWizard() {
  const [{ AskWizard }, { CardForm }] = await Promise.all([
    import('../question/ask-wizard.tsx'),
    import('../payment/card-form.tsx'),
  ])
  return { AskWizard, CardForm }
}

type Loaded = Awaited<ReturnType<typeof loadWizard>>

/** The way into asking this athlete: `ask` opens the wizard over the profile, `wizard` is what is open. */
export function useAskWizard(athlete: PublicAthlete): { ask: () => void; wizard: ReactNode } {
  const [open, setOpen] = useState<Loaded | null>(null)
  const ask = () => {
    const failed = () =>
      showToast({ text: 'Asking could not be opened. Try again with a network.', tone: 'danger' })
    loadWizard().then(setOpen, failed)
  }
  useWarmWizard(athlete.paused)
  useReturnFromBank(ask)
  if (!open) return { ask, wizard: null }
  const { AskWizard, CardForm } = open
  return { ask, wizard: <AskWizard athlete={athlete} cardForm={CardForm} onClose={() => setOpen(null)} /> }
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

/** A bank that asked for a confirmation sends the browser back here; the wizard goes on where it was. */
function useReturnFromBank(ask: () => void) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser comes back
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('payment_intent')) return
    void navigate({ to: '.', search: {}, replace: true }).then(ask)
  }, [])
}

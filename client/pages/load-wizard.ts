import { getSession } from '../api/session.ts'

/** The wizard as it is once it is loaded. */
export type LoadedWizard = Awaited<ReturnType<typeof loadParts>>

/** Without a network a wizard that somebody already writes to is tried for again after so long. */
const AGAIN_MS = 3_000

async function loadParts() {
  const [{ AskWizard }, watchElsewhere] = await Promise.all([
    import('../question/ask-wizard.tsx'),
    loadWatchElsewhere(),
  ])
  return { AskWizard, watchElsewhere }
}

/** A visitor has no other devices, and does not load what follows them. */
async function loadWatchElsewhere() {
  if (!getSession().person) return null
  const loaded = await import('../store/replica-session.ts').catch(() => null)
  return loaded?.watchServerDrafts ?? null
}

/** The wizard, for whoever goes on with a draft: nothing stands in its place meanwhile. */
export async function loadWizard(): Promise<LoadedWizard> {
  const loaded = await loadParts()
  // from now on a tap opens the wizard itself, which asks about what was entered before
  const step = stepInPage()
  if (step && !step.open) step.remove()
  return loaded
}

/** Has the wizard here by the time it is asked for, with what it would load while it is open. */
export async function warmWizard(): Promise<void> {
  await Promise.all([loadWizard(), import('../media/pick/video-picker.tsx')])
}

/**
 * The wizard after a tap. Until it is loaded, the first step that came with the page is open and keeps what is entered;
 * null once its writer has left that.
 */
export async function openWizard(athleteId: string): Promise<LoadedWizard | null> {
  const step = openStep(athleteId)
  if (!step) return loadWizard()
  while (step.open) {
    const loaded = await loadWizard().catch(() => null)
    if (loaded) return step.open ? loaded : null
    step.querySelector('[data-late]')?.removeAttribute('hidden')
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
  return null
}

/** Has the page's own script open it, unless there is something to be asked first. */
function openStep(athleteId: string): HTMLDialogElement | null {
  const step = stepInPage()
  if (step?.dataset.athlete !== athleteId) return null
  step.dispatchEvent(new Event('ask', { bubbles: true }))
  return step.open ? step : null
}

const stepInPage = () => document.querySelector<HTMLDialogElement>('#first-step')

import { getSession } from '../api/session.ts'

/** The modules of the wizard once they are loaded. */
export type LoadedWizard = Awaited<ReturnType<typeof loadParts>>

/** How many milliseconds pass between attempts to load the wizard while a fan already writes in the first step. */
const AGAIN_MS = 3_000

async function loadParts() {
  const [{ AskWizard }, watchElsewhere] = await Promise.all([
    import('../question/ask-wizard.tsx'),
    loadWatchElsewhere(),
  ])
  return { AskWizard, watchElsewhere }
}

/**
 * Loads the code that follows drafts on a user's other devices. A visitor has no other devices, so it returns null
 * for them.
 */
export async function loadWatchElsewhere() {
  if (!getSession().person) return null
  const loaded = await import('../store/replica-session.ts').catch(() => null)
  return loaded?.watchServerDrafts ?? null
}

/** Loads the wizard for a fan who continues a draft. Until it has loaded, the page shows nothing in its place. */
export async function loadWizard(): Promise<LoadedWizard> {
  const loaded = await loadParts()
  // From now on a tap must open the wizard itself, because the wizard asks about an earlier draft.
  const step = stepInPage()
  if (step && !step.open) step.remove()
  return loaded
}

/** Loads the wizard ahead of time, with the code that it would otherwise load while it is open. */
export async function warmWizard(): Promise<void> {
  await Promise.all([loadWizard(), import('../media/pick/video-picker.tsx')])
}

/**
 * Loads the wizard after a tap. Until it has loaded, the first step that came with the page is open and keeps what
 * the fan enters. Returns null if the fan closes that step first.
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

/**
 * Has the page's own script open the first step. Returns null if the step is missing, or if the wizard has to ask
 * something first.
 */
function openStep(athleteId: string): HTMLDialogElement | null {
  const step = stepInPage()
  if (step?.dataset.athlete !== athleteId) return null
  step.dispatchEvent(new Event('ask', { bubbles: true }))
  return step.open ? step : null
}

const stepInPage = () => document.querySelector<HTMLDialogElement>('#first-step')

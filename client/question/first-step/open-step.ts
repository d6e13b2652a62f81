/** The first step of asking this athlete as it came with the page; null where it came with none. */
export function stepInPage(athleteId: string): HTMLDialogElement | null {
  const step = document.querySelector<HTMLDialogElement>('#first-step')
  return step?.dataset.athlete === athleteId ? step : null
}

/** Has the page's own script open it, unless there is something to be asked first. Answers with it if it is open. */
export function openStep(athleteId: string): HTMLDialogElement | null {
  const step = stepInPage(athleteId)
  step?.dispatchEvent(new Event('ask', { bubbles: true }))
  return step?.open ? step : null
}

import { type EarlyStep, findStep, findWords, keepWords, showWords } from './early-step.ts'

// The build puts this script into every profile's page, where its hash allows it (`server/site/page.ts`). It
// opens the wizard's first step before the app has loaded, and makes the step react as the wizard would. It must
// not share a file with the app.

/** Checks that this browser has no account and no draft; otherwise the app has to ask about those first. */
function isFresh(): boolean {
  try {
    const { person } = JSON.parse(localStorage.getItem('infield.session') ?? '{}')
    return !person && localStorage.getItem('infield.unsent.guest') === null
  } catch {
    return false
  }
}

function open(athlete: string | undefined): void {
  const step = findStep()
  if (!step || step.dialog.open || step.dialog.dataset.athlete !== athlete || !isFresh()) return
  findWords(step)
  showWords(step)
  step.dialog.showModal()
  step.subject.focus()
}

function press(step: EarlyStep, button: HTMLButtonElement): void {
  const { again, topic } = button.dataset
  if (button.closest('header')) step.dialog.close()
  else if (again === 'pause') button.hidden = true
  else if (again) button.setAttribute('data-pressed', '')
  else if (topic) {
    step.subject.value = step.subject.value === topic ? '' : topic
    enter(step)
  }
}

function enter(step: EarlyStep): void {
  keepWords(step)
  showWords(step)
}

/** Listens to events inside the first step only, because the rest of the page belongs to the app. */
function on(type: string, act: (step: EarlyStep, target: Element, event: Event) => void): void {
  const listen = (event: Event) => {
    const { target } = event
    const step = target instanceof Element ? findStep(target) : null
    if (step) act(step, target as Element, event)
  }
  // Capture, because some of these events do not bubble.
  document.addEventListener(type, listen, true)
}

on('input', enter)
on('click', (step, target) => {
  const button = target.closest('button')
  if (button) press(step, button)
})
on('compositionstart', ({ dialog }) => {
  dialog.dataset.composing = ''
})
on('compositionend', ({ dialog }) => {
  delete dialog.dataset.composing
})
on('submit', (_step, _form, event) => event.preventDefault())
on('focusin', ({ dialog, text }, target) => {
  // Stop the changing examples as soon as the user writes.
  if (target === text) dialog.querySelector<HTMLElement>('[data-again=pause]')?.setAttribute('hidden', '')
})
on('close', ({ dialog }) => {
  dialog.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
  // Remove the mark, so that the app does not open the step again.
  document.querySelector('[data-ask][data-pressed]')?.removeAttribute('data-pressed')
})

document.addEventListener('click', ({ target }) => {
  const ask = target instanceof Element ? target.closest<HTMLElement>('[data-ask]') : null
  if (!ask) return
  const go = () => open(ask.dataset.ask)
  // Wait, because the page may not have been parsed as far as its first step.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', go, { once: true })
  else go()
})
document.addEventListener('ask', ({ target }) => open((target as HTMLElement).dataset.athlete))

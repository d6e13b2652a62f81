import { type EarlyStep, findStep, findWords, keepWords, showWords } from './early-step.ts'

// Stands in every profile's page as the build leaves it, allowed by its hash (`server/site/page.ts`): it opens the wizard's
// first step before the app is there, and has it answer as the wizard would. It may share no file with the app.

/** Who has a draft here, or drafts elsewhere, is asked about those first, which is for the app. */
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

/** In the step alone; what goes on elsewhere on the page is the page's. */
function on(type: string, act: (step: EarlyStep, target: Element, event: Event) => void): void {
  const listen = (event: Event) => {
    const { target } = event
    const step = target instanceof Element ? findStep(target) : null
    if (step) act(step, target as Element, event)
  }
  // some of these do not rise
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
  // whoever writes is shown no more examples
  if (target === text) dialog.querySelector<HTMLElement>('[data-again=pause]')?.setAttribute('hidden', '')
})
on('close', ({ dialog }) => {
  dialog.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
  // the app is not to open it again
  document.querySelector('[data-ask][data-pressed]')?.removeAttribute('data-pressed')
})

document.addEventListener('click', ({ target }) => {
  const ask = target instanceof Element ? target.closest<HTMLElement>('[data-ask]') : null
  if (!ask) return
  const go = () => open(ask.dataset.ask)
  // the page may not be here as far as its first step yet
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', go, { once: true })
  else go()
})
document.addEventListener('ask', ({ target }) => open((target as HTMLElement).dataset.athlete))

/** The wizard's first step as the page contains it (`question/first-step/first-step.tsx`), with its two fields. */
export type EarlyStep = { dialog: HTMLDialogElement; subject: HTMLInputElement; text: HTMLTextAreaElement }

/** Returns the first step of the page; null if there is none, or if it does not contain the element `inside`. */
export function findStep(inside?: Element): EarlyStep | null {
  const dialog = document.querySelector<HTMLDialogElement>('#first-step')
  const subject = dialog?.querySelector('input')
  const text = dialog?.querySelector('textarea')
  return dialog && subject && text && (!inside || dialog.contains(inside)) ? { dialog, subject, text } : null
}

const keyOf = ({ dialog }: EarlyStep) => `infield.words.early.${dialog.dataset.athlete}`

/** Stores the entered words at once, as a draft that the app can read (`store/account/early-words.ts`). */
export function keepWords(step: EarlyStep): void {
  const { dataset } = step.dialog
  dataset.draft ||= newId()
  const [subject, text] = [step.subject.value, step.text.value]
  const body = JSON.stringify({ version: 1, questionId: dataset.draft, step: 0, subject, text })
  const words = { id: dataset.draft, athleteId: dataset.athlete, body, savedAt: Date.now() }
  try {
    if (subject || text) localStorage.setItem(keyOf(step), JSON.stringify(words))
    else localStorage.removeItem(keyOf(step))
  } catch {
    // Ignore a full storage, because the fields keep the words until the app reads them from there.
  }
}

/** Fills the empty fields with the words that an earlier page stored. */
export function findWords(step: EarlyStep): void {
  if (step.subject.value || step.text.value) return
  try {
    const words = JSON.parse(localStorage.getItem(keyOf(step)) ?? 'null')
    if (!words) return
    const { subject, text } = JSON.parse(words.body)
    step.dialog.dataset.draft = words.id
    step.subject.value = subject
    step.text.value = text
  } catch {
    // Ignore words that cannot be read.
  }
}

/** Returns a new random id like the app's own; this script must not share a file with the app. */
function newId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })
}

/** Updates the buttons and the counter to the words in the fields, as the wizard does. */
export function showWords({ dialog, subject, text }: EarlyStep): void {
  const isWritten = text.value !== ''
  const isWhole = subject.value.trim() !== '' && text.value.trim() !== ''
  for (const button of dialog.querySelectorAll('button')) {
    const { again } = button.dataset
    button.removeAttribute('data-pressed')
    if (again === 'next') button.disabled = !isWhole
    if (again === 'record') button.disabled = isWritten
    if (again === 'pause' && isWritten) button.hidden = true
    if (!button.dataset.topic) continue
    const isChosen = button.dataset.topic === subject.value
    button.setAttribute('aria-pressed', `${isChosen}`)
    button.querySelector('[data-chosen]')?.toggleAttribute('hidden', !isChosen)
  }
  dialog.querySelector('[data-writing]')?.toggleAttribute('hidden', !isWritten)
  const counter = text.parentElement?.querySelector('.figures')?.firstChild
  if (counter) counter.textContent = `${[...text.value].length} /${counter.textContent?.split('/')[1]}`
}

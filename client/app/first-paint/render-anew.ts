import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'

const FIELDS = 'input, textarea, select'
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Renders the app in place of a page that the browser has already translated, because React cannot hydrate changed
 * texts. Fields keep their values, and the pressed button keeps its mark for `replayEarly`.
 */
export function renderAnew(root: HTMLElement, app: ReactNode): Root {
  const former = fieldsIn(root)
  const pressed = [...root.querySelectorAll('button')].findIndex((each) => each.dataset.pressed !== undefined)
  const focused = former.indexOf(document.activeElement as Field)
  const anew = createRoot(root)
  flushSync(() => anew.render(app))
  const fields = fieldsIn(root)
  // Carry nothing over when the app renders another page than the server sent.
  if (fields.length !== former.length) return anew
  for (const [place, field] of fields.entries()) carryOver(former[place], field)
  fields[focused]?.focus()
  root.querySelectorAll('button')[pressed]?.setAttribute('data-pressed', '')
  return anew
}

const fieldsIn = (root: HTMLElement) => [...root.querySelectorAll<Field>(FIELDS)]

function carryOver(former: Field | undefined, field: Field): void {
  if (former?.type !== field.type) return
  if (former instanceof HTMLInputElement && field instanceof HTMLInputElement && isTicked(field))
    field.checked = former.checked
  else field.value = former.value
}

const isTicked = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio'

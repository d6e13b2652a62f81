import type { FormName } from './use-form.ts'

const keyOf = (name: FormName) => `infield.form.${name}`

/**
 * Stores what is typed into a form in this tab until it is sent, so that a reload loses none of it. It goes with the
 * tab, so that the next user of the browser does not find it. With null, nothing is stored any longer.
 */
export function keepTyped(name: FormName, fields: Record<string, string> | null): void {
  try {
    if (fields) sessionStorage.setItem(keyOf(name), JSON.stringify(fields))
    else sessionStorage.removeItem(keyOf(name))
  } catch {
    // A browser that blocks site data, or is full, stores nothing, and the form works without.
  }
}

/** Fills a form with what was typed into it before. A field that the user has filled meanwhile stays as it is. */
export function fillIn(form: HTMLFormElement, name: FormName): void {
  for (const [field, text] of Object.entries(readTyped(name))) {
    const control = form.elements.namedItem(field)
    if (text !== '' && isControl(control) && control.value === '') type(control, text)
  }
}

function readTyped(name: FormName): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}')
  } catch {
    return {}
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (found: Element | RadioNodeList | null): found is Control =>
  found !== null && 'value' in found

/** Changes a field as a user does. React hears only of a value that is set past its own setter. */
function type(control: Control, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text)
  for (const event of ['input', 'change']) control.dispatchEvent(new Event(event, { bubbles: true }))
}

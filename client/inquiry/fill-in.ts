/**
 * Fills a form with what was typed into it before. A field that the user has filled meanwhile stays as it is, and a
 * choice is made once it can be: some lists come after the first paint.
 */
export function fillIn(form: HTMLFormElement, typed: Record<string, string>): void {
  for (const [field, text] of Object.entries(typed)) {
    const control = form.elements.namedItem(field)
    if (text === '' || !isControl(control) || control.value !== '') continue
    if (control instanceof HTMLSelectElement && !offers(control, text)) chooseLater(control, text)
    else type(control, text)
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (found: Element | RadioNodeList | null): found is Control =>
  found !== null && 'value' in found

const offers = (select: HTMLSelectElement, value: string) =>
  [...select.options].some((option) => option.value === value)

/** Makes a choice as soon as the list has it, unless the user has made one by then. */
function chooseLater(select: HTMLSelectElement, value: string): void {
  const watching = new MutationObserver(() => {
    if (!offers(select, value)) return
    watching.disconnect()
    if (select.value === '') type(select, value)
  })
  watching.observe(select, { childList: true })
}

/** Changes a field as a user does. React hears only of a value that is set past its own setter. */
function type(control: Control, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text)
  for (const event of ['input', 'change']) control.dispatchEvent(new Event(event, { bubbles: true }))
}

/**
 * Tells React of words that were in a field before it took the page over, typed early or put back by the browser after a
 * reload: it leaves them there, knows nothing of them, and empties the field with the next change of anything else.
 */
export function typeAgain(root: HTMLElement): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const { value, selectionStart, selectionEnd } = field
    if (value === field.defaultValue) continue
    // an event has React take over at once what it has not yet
    tell(field)
    // React takes note of this, and not of what the prototype sets: so that the words are news to it
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
    tell(field)
  }
}

const tell = (field: HTMLElement) => field.dispatchEvent(new Event('input', { bubbles: true }))

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Tells React of what was in the fields before it took the page over, typed and chosen early or put back by the browser
 * after a reload: it leaves it there, knows nothing of it, and takes it back with the next change of anything else.
 */
export function typeAgain(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<Field>('input, textarea, select')]
  // all of it is read before React hears of any: it puts every other field back to what it knows
  const heard = fields.flatMap((field) => {
    if (field instanceof HTMLSelectElement) return chooseAgain(field)
    return field.type === 'checkbox' || field.type === 'radio'
      ? tickAgain(field as HTMLInputElement)
      : fillAgain(field)
  })
  for (const tellAgain of heard) tellAgain()
}

type Again = (() => void)[]

function fillAgain(field: HTMLInputElement | HTMLTextAreaElement): Again {
  const { value, selectionStart, selectionEnd } = field
  if (value === field.defaultValue) return []
  return [
    () => {
      // an event has React take over at once what it has not yet
      tell(field, 'input')
      // React takes note of this, and not of what the prototype sets: so that the words are news to it
      field.value = ''
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
      if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
      tell(field, 'input')
    },
  ]
}

/** Of radio buttons the one that was chosen takes the choice from the others by itself. */
function tickAgain(field: HTMLInputElement): Again {
  const { checked } = field
  if (checked === field.defaultChecked || (field.type === 'radio' && !checked)) return []
  return [
    () => {
      tell(field, 'change')
      // it is ticked as a finger does it, which turns it round
      field.checked = !checked
      field.click()
    },
  ]
}

function chooseAgain(field: HTMLSelectElement): Again {
  const { value } = field
  const options = [...field.options]
  const before = options.find((option) => option.defaultSelected) ?? options.find(({ disabled }) => !disabled)
  if (value === before?.value) return []
  return [
    () => {
      tell(field, 'change')
      field.value = value
      tell(field, 'change')
    },
  ]
}

const tell = (field: HTMLElement, type: 'input' | 'change') =>
  field.dispatchEvent(new Event(type, { bubbles: true }))

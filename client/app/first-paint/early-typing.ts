type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Tells React about the values that were in the fields before it took the page over: early input, or values that
 * the browser restored after a reload. Hydration leaves such values in the fields without noticing them, and the
 * next change of any field would reset them.
 */
export function typeAgain(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<Field>('input, textarea, select')]
  // Read every field first, because an event makes React reset the other fields to the values it knows.
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
      // Send an event first, because it makes React hydrate a part that is not hydrated yet.
      tell(field, 'input')
      // React's tracker records the first assignment but not the second, which uses the prototype's setter. So
      // React sees the words as a change.
      field.value = ''
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
      if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
      tell(field, 'input')
    },
  ]
}

/** Ticks a checkbox or radio button again. Choosing one radio button clears the others of its group. */
function tickAgain(field: HTMLInputElement): Again {
  const { checked } = field
  if (checked === field.defaultChecked || (field.type === 'radio' && !checked)) return []
  return [
    () => {
      tell(field, 'change')
      // Reset the box before the click, because the click toggles it.
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

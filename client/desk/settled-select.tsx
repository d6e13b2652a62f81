import { type KeyboardEvent, useRef, useState } from 'react'
import { SelectField, type SelectOption } from '../ui/form/select-field.tsx'

type SettledSelectProps = {
  label: string
  value: string
  options: readonly SelectOption[]
  disabled: boolean
  /** Whether a choice is being saved: another one is not taken meanwhile, and the field keeps the focus. */
  isBusy: boolean
  onChoose: (value: string) => void
}

/**
 * Renders a dropdown whose choice takes effect without a button. On Windows and Linux an arrow key or a letter changes
 * a closed dropdown at each option that it passes; such an option is chosen only by Enter or by leaving the field, and
 * Escape gives it up. An option picked from the open list is chosen at once.
 */
export function SettledSelect({ value, disabled, isBusy, onChoose, ...shown }: SettledSelectProps) {
  const [passed, pass] = useState<string | null>(null)
  // Told from the first time on, because a line that goes as the field is left would move the button being pressed.
  const [isTold, setTold] = useState(false)
  const isPassing = useRef(false)
  const settle = (chosen: string | null) => {
    pass(null)
    if (chosen !== null && chosen !== value) onChoose(chosen)
  }
  return (
    <SelectField
      {...shown}
      value={passed ?? value}
      hint={isTold ? 'Press Enter or leave the field to choose what the keys have reached.' : undefined}
      disabled={disabled}
      aria-busy={isBusy || undefined}
      onPointerDown={() => {
        isPassing.current = false
      }}
      onKeyDown={(event) => {
        isPassing.current = passesOptions(event)
        if (event.key === 'Escape') pass(null)
        if (event.key !== 'Enter' || passed === null) return
        event.preventDefault()
        settle(passed)
      }}
      onBlur={({ currentTarget }) => {
        // A window that loses the focus tells the field of it, and the field keeps it for the return.
        if (document.activeElement !== currentTarget) settle(passed)
      }}
      onChange={({ currentTarget }) => {
        if (isBusy) return
        if (!isPassing.current) return settle(currentTarget.value)
        setTold(true)
        pass(currentTarget.value)
      }}
    />
  )
}

/**
 * Returns whether a key moves through the options of a closed dropdown. With Alt, as a space, and on a Mac as an arrow,
 * it opens the list.
 */
function passesOptions({ key, altKey }: KeyboardEvent): boolean {
  if (/^Arrow/.test(key) && /Mac/.test(navigator.userAgent)) return false
  return !altKey && (/^(Arrow|Page|Home|End)/.test(key) || (key.length === 1 && key !== ' '))
}

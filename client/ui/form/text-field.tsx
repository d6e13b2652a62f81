import { type ComponentProps, type ReactNode, useState } from 'react'
import { CONTROL, Field, type FieldTexts } from './field.tsx'
import { excessOf } from './text-limit.ts'

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'prefix' | 'children' | 'maxLength'> & {
    /** Shown inside the left edge: `@`, `$`. */
    prefix?: ReactNode
    /**
     * How many characters the text may have. A longer text is kept and counted, never cut, and its form is not
     * submitted until it fits.
     */
    limit?: number
    /** Whether the form must wait for this field; an attempt to submit it calls `onHold`. */
    isHeld?: boolean
    onHold?: () => void
  }

export function TextField({
  label,
  hint,
  error,
  optional,
  prefix,
  id,
  limit,
  isHeld = false,
  onHold,
  onInput,
  ...input
}: TextFieldProps) {
  const [typed, setTyped] = useState(input.defaultValue)
  const excess = excessOf(String(input.value ?? typed ?? ''), limit)
  return (
    <Field
      label={label}
      hint={hint}
      error={excess ?? error}
      optional={optional}
      id={id}
      isTooLong={excess !== null}
      isHeld={excess !== null || isHeld}
      onHold={onHold}
    >
      {(control) => (
        <div className="relative">
          {prefix && (
            <span aria-hidden className="absolute inset-y-0 left-0 grid w-10 place-items-center text-muted">
              {prefix}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...control}
            onInput={(event) => {
              setTyped(event.currentTarget.value)
              onInput?.(event)
            }}
            className={`${CONTROL} ${prefix ? 'pl-10' : ''}`}
          />
        </div>
      )}
    </Field>
  )
}

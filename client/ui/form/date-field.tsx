import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

type DateFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'type' | 'min' | 'max' | 'children'> & {
    /** The earliest and the latest day that the user may choose, as `YYYY-MM-DD`. */
    min?: string
    max?: string
  }

/**
 * Renders the platform's own date picker. The value is `YYYY-MM-DD`. A date that was only begun has the value of an
 * empty field, so its form is not submitted until it is finished or cleared.
 */
export function DateField({ label, hint, error, optional, id, ...input }: DateFieldProps) {
  const [isUnfinished, setUnfinished] = useState(false)
  const [isTold, setTold] = useState(false)
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    setUnfinished(currentTarget.validity.badInput)
    setTold(false)
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={isUnfinished && isTold ? UNFINISHED : error}
      optional={optional}
      id={id}
      isHeld={isUnfinished}
      onHold={() => setTold(true)}
    >
      {(control) => (
        <input
          {...input}
          {...control}
          type="date"
          className={`${CONTROL} figures`}
          onKeyUp={look}
          onBlur={(event) => {
            look(event)
            setTold(true)
            input.onBlur?.(event)
          }}
        />
      )}
    </Field>
  )
}

const UNFINISHED = 'This date is not complete. Finish it, or clear it.'

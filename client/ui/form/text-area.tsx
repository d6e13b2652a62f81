import { type ComponentProps, useState } from 'react'
import { CONTROL, Field, type FieldTexts } from './field.tsx'
import { charactersOf, excessOf } from './text-limit.ts'

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'required' | 'children' | 'maxLength'> & {
    /**
     * How many characters the text may have, shown in a live counter. A longer text is kept and marked, never cut,
     * and its form is not submitted.
     */
    limit?: number
  }

export function TextArea({
  label,
  hint,
  error,
  optional,
  limit,
  id,
  onInput,
  rows = 5,
  ...area
}: TextAreaProps) {
  const [typed, setTyped] = useState(area.defaultValue)
  const text = String(area.value ?? typed ?? '')
  const excess = excessOf(text, limit)
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      id={id}
      isTooLong={excess !== null}
      aside={limit !== undefined && <Counter {...{ limit, excess }} length={charactersOf(text)} />}
    >
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            onInput?.(event)
          }}
          className={`${CONTROL} field-sizing-content max-h-[60dvh] min-h-32 min-w-0 max-w-full resize-y [overflow-wrap:anywhere]`}
        />
      )}
    </Field>
  )
}

type CounterProps = { length: number; limit: number; excess: string | null }

function Counter({ length, limit, excess }: CounterProps) {
  const left = limit - length
  const spoken = excess ?? (left <= 50 && left % 10 === 0 ? `${left} characters left` : '')
  return (
    <p className={`figures ml-auto shrink-0 ${excess ? 'font-semibold text-danger' : ''}`}>
      {length} / {limit}
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </p>
  )
}

import { type ComponentProps, useState } from 'react'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'required' | 'children'> & {
    /** Shows a live counter of characters; longer text is kept and marked, never cut. */
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
  const [typed, setTyped] = useState(charactersOf(String(area.defaultValue ?? '')))
  const length = area.value === undefined ? typed : charactersOf(String(area.value))
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      id={id}
      aside={limit !== undefined && <Counter length={length} limit={limit} />}
    >
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          aria-invalid={control['aria-invalid'] || (limit !== undefined && length > limit) || undefined}
          onInput={(event) => {
            setTyped(charactersOf(event.currentTarget.value))
            onInput?.(event)
          }}
          className={`${CONTROL} field-sizing-content max-h-[60dvh] min-h-32 min-w-0 max-w-full resize-y [overflow-wrap:anywhere]`}
        />
      )}
    </Field>
  )
}

function Counter({ length, limit }: { length: number; limit: number }) {
  const left = limit - length
  const spoken =
    left < 0 ? `${-left} characters too many` : left <= 50 && left % 10 === 0 ? `${left} characters left` : ''
  return (
    <p className={`figures ml-auto shrink-0 ${left < 0 ? 'font-semibold text-danger' : ''}`}>
      {length} / {limit}
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </p>
  )
}

/** As the rules count them, in code points: a plain emoji is one, a composed one several. */
function charactersOf(text: string): number {
  return [...text].length
}

import type { ComponentProps } from 'react'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

type DateFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'type' | 'min' | 'max' | 'children'> & {
    /** The earliest and the latest day that the user may choose, as `YYYY-MM-DD`. */
    min?: string
    max?: string
  }

/** Renders the platform's own date picker. The value is `YYYY-MM-DD`. */
export function DateField({ label, hint, error, optional, id, ...input }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => <input {...input} {...control} type="date" className={`${CONTROL} figures`} />}
    </Field>
  )
}

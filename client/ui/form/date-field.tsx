import type { ComponentProps } from 'react'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

type DateFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'type' | 'min' | 'max' | 'children'> & {
    /** `YYYY-MM-DD`, the earliest and latest day that may be chosen. */
    min?: string
    max?: string
  }

/** The platform's own date picker; the value is `YYYY-MM-DD`. */
export function DateField({ label, hint, error, optional, id, ...input }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => <input {...input} {...control} type="date" className={`${CONTROL} figures`} />}
    </Field>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'prefix' | 'children'> & {
    /** Stands inside the left edge: `@`, `$`. */
    prefix?: ReactNode
  }

export function TextField({ label, hint, error, optional, prefix, id, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className="relative">
          {prefix && (
            <span aria-hidden className="absolute inset-y-0 left-0 grid w-10 place-items-center text-muted">
              {prefix}
            </span>
          )}
          <input type="text" {...input} {...control} className={`${CONTROL} ${prefix ? 'pl-10' : ''}`} />
        </div>
      )}
    </Field>
  )
}

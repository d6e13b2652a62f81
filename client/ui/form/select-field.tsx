import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'className' | 'required' | 'children'> & {
    options: readonly SelectOption[]
    /** The first option while nothing is chosen. */
    placeholder?: string
  }

export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  placeholder,
  id,
  ...select
}: SelectFieldProps) {
  const start = select.value === undefined ? { defaultValue: select.defaultValue ?? '' } : {}
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...start}
            {...control}
            className={`${CONTROL} appearance-none pr-11 text-ellipsis`}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4 text-muted"
          />
        </div>
      )}
    </Field>
  )
}

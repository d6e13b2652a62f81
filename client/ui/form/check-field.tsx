import { type ComponentProps, useId } from 'react'
import { FieldError, type FieldTexts } from './field.tsx'

type CheckFieldProps = Omit<FieldTexts, 'optional'> &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> & {
    /** A switch takes effect at once; a box takes effect with its form. */
    kind?: 'box' | 'switch'
  }

const BOX =
  'size-6 rounded-[4px] bg-[length:75%] bg-center bg-no-repeat checked:border-inverse checked:bg-inverse checked:after:opacity-100 after:m-auto after:h-3 after:w-1.5 after:-translate-y-px after:rotate-45 after:border-on-inverse after:border-r-[2.5px] after:border-b-[2.5px] after:opacity-0'
const SWITCH =
  'h-7 w-12 rounded-full p-0.5 after:h-full after:aspect-square after:rounded-full after:bg-control after:transition-transform checked:border-inverse checked:bg-inverse checked:after:translate-x-5 checked:after:bg-on-inverse'

export function CheckField({ label, hint, error, kind = 'box', id, ...input }: CheckFieldProps) {
  const made = useId()
  const controlId = id ?? made
  const told = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={controlId} className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...input}
          id={controlId}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          aria-describedby={told || undefined}
          aria-invalid={error ? true : undefined}
          className={`flex shrink-0 appearance-none border-[1.5px] border-control bg-surface after:content-[''] aria-invalid:border-danger ${kind === 'switch' ? SWITCH : BOX}`}
        />
        <span className="min-w-0">
          {label}
          {hint && (
            <span id={`${controlId}-hint`} className="mt-0.5 block text-muted text-sm">
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={`${controlId}-error`} error={error} />
    </div>
  )
}

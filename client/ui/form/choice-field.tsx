import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-name.ts'
import { FieldError, type FieldTexts } from './field.tsx'

export type Choice<Value extends string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  icon?: IconName
  disabled?: boolean
}

type ChoiceFieldProps<Value extends string> = Omit<FieldTexts, 'optional'> & {
  name: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /**
   * `row` sets short words side by side (amounts), `thirds` sets six of them in a grid, `stack` is for choices that
   * need a sentence.
   */
  layout?: 'row' | 'thirds' | 'stack'
}

const LAYOUTS = {
  row: 'flex flex-wrap gap-2',
  thirds: 'grid grid-cols-3 gap-2 sm:grid-cols-6',
  stack: 'grid gap-2',
}

/** Renders a choice of one among a few options, all of them visible: radio buttons as tiles. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, error, name, choices, value, onChange, layout = 'row' } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}>
      <legend className="label mb-1.5 text-sm">{label}</legend>
      <div className={LAYOUTS[layout]}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={`flex min-h-12 items-center gap-3 rounded border-[1.5px] border-control bg-surface px-4 py-2.5 hover:border-ink has-disabled:cursor-not-allowed has-disabled:opacity-55 has-checked:border-inverse has-checked:bg-inverse has-checked:text-on-inverse has-focus-visible:outline-3 has-focus-visible:outline-signal-text has-focus-visible:outline-offset-2 ${layout === 'stack' ? '' : 'flex-1 justify-center whitespace-nowrap'}`}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            {choice.icon && <Icon name={choice.icon} />}
            <span className="min-w-0">
              <span className="label block">{choice.label}</span>
              {choice.hint && <span className="block text-sm opacity-80">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-xs">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

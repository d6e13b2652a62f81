import { type ComponentProps, useState } from 'react'
import { Icon } from '../icon.tsx'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'type' | 'children'>

/**
 * Renders a password field with a button that shows and hides the password. Set `autoComplete` to current-password
 * or new-password.
 */
export function PasswordField({ label, hint, error, optional, id, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${CONTROL} pr-13`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label="Show password"
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
            className="touch absolute inset-y-0 right-0.5 my-auto grid place-items-center rounded text-muted hover:text-ink"
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  )
}

import type { ComponentProps, InputEvent } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { TextField } from './text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'label' | 'onInput'> &
  Partial<Pick<ComponentProps<typeof TextField>, 'label'>>

/**
 * Renders a field for an email address, which the browser itself validates (S1-5.2, S2-5.43). The field cuts
 * nothing that the user types or pastes, because a cut address belongs to somebody else (D114).
 */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      limit={LIMITS.emailCharacters}
      onInput={leaveOutUnseen}
      {...props}
      type="email"
    />
  )
}

/**
 * Removes invisible characters that were copied along, because with them the browser would refuse an address that
 * looks correct.
 */
function leaveOutUnseen({ currentTarget: field }: InputEvent<HTMLInputElement>) {
  const seen = field.value.replace(/\p{Cf}/gu, '')
  if (seen !== field.value) field.value = seen
}

import type { ComponentProps, InputEvent } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { TextField } from './text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'label' | 'onInput'> &
  Partial<Pick<ComponentProps<typeof TextField>, 'label'>>

/**
 * An e-mail address, as the browser itself takes it for one (S1-5.2, S2-5.43). It cuts nothing of what is typed or pasted:
 * a cut address is somebody else's (D114).
 */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="E-mail"
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

/** Marks that were copied along would make the browser refuse an address in which nobody sees a mistake. */
function leaveOutUnseen({ currentTarget: field }: InputEvent<HTMLInputElement>) {
  const seen = field.value.replace(/\p{Cf}/gu, '')
  if (seen !== field.value) field.value = seen
}

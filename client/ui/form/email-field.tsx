import type { ComponentProps } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { TextField } from './text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'label'> &
  Partial<Pick<ComponentProps<typeof TextField>, 'label'>>

/** An e-mail address, as the browser itself takes it for one (S1-5.2, S2-5.43). */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="E-mail"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LIMITS.emailCharacters}
      {...props}
      type="email"
    />
  )
}

import type { ComponentProps } from 'react'
import { TextField } from '../ui/form/text-field.tsx'

/** An e-mail address as every form of an account asks for it (S2-5.43). */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return (
    <TextField
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type="email"
    />
  )
}

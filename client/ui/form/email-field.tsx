import type { ComponentProps } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { withoutMarks } from '../../../sync/marks.ts'
import { TextField } from './text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'label'> &
  Partial<Pick<ComponentProps<typeof TextField>, 'label'>>

/**
 * An e-mail address, as the browser itself takes it for one (S1-5.2, S2-5.43). It cuts nothing of what is typed or pasted:
 * a cut address is somebody else's (D114).
 */
export function EmailField({ onInput, ...props }: EmailFieldProps) {
  return (
    <TextField
      label="E-mail"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      limit={LIMITS.emailCharacters}
      onInput={(event) => {
        const { currentTarget: field } = event
        // copied along unseen, they would make the browser refuse an address in which nobody sees a mistake
        if (withoutMarks(field.value) !== field.value) field.value = withoutMarks(field.value)
        onInput?.(event)
      }}
      {...props}
      type="email"
    />
  )
}

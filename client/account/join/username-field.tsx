import { useState } from 'react'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { isUsername } from '../../../sync/account/username.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { withoutMarks } from '../../../sync/marks.ts'
import { TextField } from '../../ui/form/text-field.tsx'

type UsernameFieldProps = {
  value: string
  /** The error from the server for this username. */
  error: string | null
  onChange: (username: string) => void
  /** Called when the field loses focus with a well-formed username, so that the caller can check if it is free. */
  onLeave: (username: string) => void
}

/** The username field: lower-case letters and digits, with an error when the name is taken (S2-5.16, S2-5.19). */
export function UsernameField({ value, error, onChange, onLeave }: UsernameFieldProps) {
  const [left, setLeft] = useState(false)
  const isWrong = value !== '' && !isUsername(value)
  return (
    <TextField
      label="Username"
      prefix="@"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      limit={LIMITS.usernameCharacters}
      hint={ACCOUNT_COPY.usernameHint}
      value={value}
      error={isWrong && left ? 'Only lowercase letters and numbers.' : error}
      onBlur={() => {
        setLeft(true)
        if (isUsername(value)) onLeave(value)
      }}
      onChange={({ target }) => onChange(withoutMarks(target.value))}
    />
  )
}

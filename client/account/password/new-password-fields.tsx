import { useState } from 'react'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'

/** Holds a new password and its confirmation, and says whether they are equal. */
export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const clear = () => {
    setPassword('')
    setAgain('')
  }
  return { password, again, setPassword, setAgain, clear, isSame: password !== '' && password === again }
}

type NewPasswordFieldsProps = {
  /** Whether the account is of the team, whose passwords are longer; null: not known. */
  isTeam?: boolean | null
  typed: ReturnType<typeof useNewPassword>
  label: string
  error?: string | null
}

/** Returns the error for two different passwords. It says "new password" only if the account already has one. */
export function differWords(label: string): string {
  return label === 'Password' ? 'Passwords do not match' : ACCOUNT_COPY.passwordsDiffer
}

function leastWords(isTeam: boolean | null): string {
  const { passwordLeast: least, passwordLeastAdmin: leastOfTeam } = LIMITS
  if (isTeam === null)
    return `At least ${least} characters of any kind; members of the team need ${leastOfTeam}.`
  return `At least ${isTeam ? leastOfTeam : least} characters of any kind.`
}

/**
 * The fields for the password and its confirmation (S2-2.37). A difference is reported once the second field has
 * lost the focus or is as long as the first.
 */
export function NewPasswordFields({ typed, label, error, isTeam = false }: NewPasswordFieldsProps) {
  const { password, again, setPassword, setAgain, isSame } = typed
  const [left, setLeft] = useState(false)
  const differs = !isSame && again !== '' && (left || again.length >= password.length)
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={leastWords(isTeam)}
        value={password}
        error={error}
        onChange={({ target }) => setPassword(target.value)}
      />
      <PasswordField
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        value={again}
        error={differs ? differWords(label) : null}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => setAgain(target.value)}
      />
    </>
  )
}

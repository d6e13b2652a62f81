import { useState } from 'react'
import { westernDigits } from '../../../sync/digits.ts'
import { withoutMarks } from '../../../sync/marks.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

type CodeFieldProps = {
  value: string
  onChange: (code: string) => void
  /** Whether a recovery code is accepted in place of the app's code. False while the app is being set up. */
  canRecover?: boolean
  /** True when this is the first field to fill in. */
  isFirst?: boolean
  /** False when the account has no authenticator app, only recovery codes. */
  hasApp?: boolean
}

/** The field for the six digits from an authenticator app, or for a recovery code when the app is lost. */
export function CodeField({
  value,
  onChange,
  canRecover = false,
  isFirst = true,
  hasApp = true,
}: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(!hasApp)
  const change = () => {
    setRecovery(!isRecovery)
    onChange('')
  }
  return (
    <div>
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Code from your app'}
        hint={
          isRecovery
            ? 'One of those you kept; dashes and capitals do not matter. Each one works once.'
            : 'Six digits, new every half minute.'
        }
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        spellCheck={false}
        limit={isRecovery ? 40 : 8}
        autoFocus={isFirst || (isRecovery && hasApp)}
        data-autofocus={isFirst || undefined}
        value={value}
        onChange={({ target }) => onChange(westernDigits(withoutMarks(target.value)))}
      />
      {canRecover && hasApp && (
        <Button tone="quiet" size="small" className="-ml-3.5" onClick={change}>
          {isRecovery ? 'Use the code from the app' : 'Use a recovery code'}
        </Button>
      )}
    </div>
  )
}

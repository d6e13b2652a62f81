import { useState } from 'react'
import { withoutMarks } from '../../../sync/marks.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

type CodeFieldProps = {
  value: string
  onChange: (code: string) => void
  /** A recovery code may stand in for the app; not while the app is being set up. */
  canRecover?: boolean
  /** It is the first thing to type. */
  isFirst?: boolean
  /** Without an app there are recovery codes alone. */
  hasApp?: boolean
}

/** The six digits an authenticator app shows, or a recovery code where the app is gone. */
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
        onChange={({ target }) => onChange(withoutMarks(target.value))}
      />
      {canRecover && hasApp && (
        <Button tone="quiet" size="small" className="-ml-3.5" onClick={change}>
          {isRecovery ? 'Use the code from the app' : 'Use a recovery code'}
        </Button>
      )}
    </div>
  )
}

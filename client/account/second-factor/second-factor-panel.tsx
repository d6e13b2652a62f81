import { useState } from 'react'
import type { SafetyAnswer } from '../../../sync/account/safety.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { RenewCodes } from './renew-codes.tsx'
import { TurnOffForm } from './turn-off-form.tsx'
import { TurnOnSteps } from './turn-on-steps.tsx'

type SecondFactorPanelProps = {
  secondFactor: SafetyAnswer['secondFactor']
  /** Whether the account has a passkey, which is a second factor already. */
  hasPasskey: boolean
  online: boolean
  onChanged: () => Promise<void>
}

/** The profile panel that shows whether two-factor sign-in is on, and turns it on or off. */
export function SecondFactorPanel({ secondFactor, hasPasskey, online, onChanged }: SecondFactorPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useFocusMoved<HTMLButtonElement>(isOpen)
  // True while the new recovery codes are shown. The factor is on then, but `secondFactor` is not yet reloaded.
  const [isJustOn, setJustOn] = useState(false)
  const close = () => {
    setOpen(false)
    setJustOn(false)
    void onChanged()
  }
  const { isOn, isNeeded, recoveryCodesLeft } = secondFactor
  const codes = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`
  return (
    <div className="grid max-w-xl gap-4">
      {isOn ? (
        <StatusLine icon="lock" tone="success">
          On. You sign in with your password and a code from your app
          {hasPasskey ? ', or with a passkey' : ''}. {codes} left.
        </StatusLine>
      ) : isJustOn ? null : (
        <p className="text-muted text-pretty">
          {hasPasskey
            ? 'You sign in with your passkey. Add an authenticator app, and you can also sign in with your password and its code on devices without the passkey.'
            : 'Your password alone signs you in. With a code from an app on your phone as well, nobody who has learned your password can sign in.'}
        </p>
      )}
      {isOpen &&
        (isOn ? (
          <TurnOffForm hasPasskey={hasPasskey} onDone={close} onCancel={close} />
        ) : (
          <TurnOnSteps onOn={() => setJustOn(true)} onDone={close} />
        ))}
      {!isOpen && !isNeeded && (
        <Button
          ref={opener}
          tone="secondary"
          icon="lock"
          className="justify-self-start"
          disabled={!online}
          onClick={() => setOpen(true)}
        >
          {isOn ? 'Turn it off' : 'Turn it on'}
        </Button>
      )}
      {isNeeded && <p className="text-muted text-sm">Accounts of the team keep it on.</p>}
      {isOn && !isOpen && <RenewCodes online={online} onRenewed={onChanged} />}
    </div>
  )
}

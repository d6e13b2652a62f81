import { type FormEvent, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { NOT_LOADED } from '../../api/network-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { callOnce, useAccountCall } from '../use-account-call.ts'
import { CodeField } from './code-field.tsx'

/**
 * Step 1 of an athlete's sign-up: the signup code, which the server checks (S2-2.21, S2-5.1, D28). `onCode` opens the
 * next step; when it rejects, this one says that it could not be loaded.
 */
export function CodeForm({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('')
  const { isBusy, error, setError, run } = useAccountCall()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setError('Enter your signup code.')
    await run(async () => {
      const known = await callOnce(CALLS.signupCode, { code })
      return known.ok
        ? onCode(code).then(
            () => known,
            () => NOT_LOADED,
          )
        : known
    })
  }
  return (
    <form onSubmit={submit} method="post" className="grid gap-4" noValidate>
      <CodeField
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setError(null)
        }}
      />
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy}>
        Continue
      </Button>
    </form>
  )
}

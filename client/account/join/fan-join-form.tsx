import type { FormEvent } from 'react'
import { serverNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { type PersonFieldName, PersonFields, tieOf } from '../../ui/form/person-fields.tsx'
import { useFocusOnProblem } from '../../ui/form/use-focus-on-problem.ts'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useLater } from '../../ui/use-later.ts'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { useJoining } from './use-joining.ts'
import { UsernameField } from './username-field.tsx'

/** Loads the picture field later, because it is below the fields that the user fills in first. */
const loadPicture = () => import('../../media/picture/picture-field.tsx').then((found) => found.PictureField)
const loadNetworks = () => import('./network-fields.tsx').then((found) => found.NetworkFields)

/** Loads the line below the button, which no user reads before the fields above it. */
const loadTerms = () => import('./terms-line.tsx').then((found) => found.TermsLine)

/** Loads the page shown after the sign-up, well before the user has filled in so many fields. */
const loadJoined = () => import('./fan-joined.tsx').then((found) => found.FanJoined)

/** The form by which a fan creates an account (S2-2.33). The final message is the same for every address (D112). */
export function FanJoinForm() {
  const joining = useJoining()
  const focusOnProblem = useFocusOnProblem()
  const { typed, problems, isBusy, error, isDone, mayJoin } = joining
  const PictureField = useLater(loadPicture)
  const NetworkFields = useLater(loadNetworks)
  const FanJoined = useLater(loadJoined)
  const TermsLine = useLater(loadTerms)
  if (isDone && FanJoined) return <FanJoined email={typed.email} onWrong={joining.again} />
  const field = (name: PersonFieldName) =>
    tieOf(typed[name], (value) => joining.change({ [name]: value }), { error: problems[name] ?? null })
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!mayJoin || (await joining.submit())) return
    focusOnProblem(form)
  }
  return (
    <form onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
      <PersonFields field={field} today={new Date(serverNow()).toISOString().slice(0, 10)} />
      {PictureField ? (
        <PictureField
          label="Profile picture"
          value={typed.picture}
          error={problems.picture ?? null}
          onPicture={(picture) => joining.change({ picture })}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
      {NetworkFields ? (
        <NetworkFields
          text={(name) =>
            tieOf(typed[name], (value) => joining.change({ [name]: value }), {
              error: problems[name] ?? null,
            })
          }
        />
      ) : (
        <Skeleton className="h-60" />
      )}
      <UsernameField
        value={typed.username}
        error={problems.username ?? null}
        onChange={(username) => joining.change({ username })}
        onLeave={(username) => void joining.askUsername(username)}
      />
      <NewPasswordFields typed={joining.passwords} label="Password" error={problems.password} />
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy || isDone} disabled={!mayJoin}>
        {isBusy || isDone ? 'Submitting' : 'Create my account'}
      </Button>
      {TermsLine ? <TermsLine /> : <Skeleton className="h-5" />}
    </form>
  )
}

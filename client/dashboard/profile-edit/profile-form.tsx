import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { type OwnProfile, type ProfileChange, profileChangeOf } from '../../../sync/athlete/profile-edit.ts'
import { COPY } from '../../../sync/copy.ts'
import type { Role } from '../../../sync/roles.ts'
import { useOnline } from '../../api/connection.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusOnProblem } from '../../ui/form/use-focus-on-problem.ts'
import { showToast } from '../../ui/toasts.ts'
import { AthleteFields } from './athlete-fields.tsx'
import { type FormValues, type PartProps, profileOf } from './form-values.ts'
import { PersonPart, SocialPart } from './person-part.tsx'
import { profileProblems } from './profile-problems.ts'
import { RequestFields } from './request-fields.tsx'

type ProfileFormProps = {
  /** The profile as it was when the editing began. */
  from: OwnProfile
  values: FormValues
  role: Role
  now: number
  onValues: (values: FormValues) => void
  /** Saves the change; resolves to false when that failed. */
  onSave: (change: ProfileChange) => Promise<boolean>
  onClose: () => void
}

/** Scrolls a focused field to where the bar at the foot does not cover it. */
const CLEAR_OF_BAR =
  '[&_:is(input,select,textarea,button)]:scroll-mb-44 md:[&_:is(input,select,textarea,button)]:scroll-mb-28'

/** Renders all that a member may change of their profile; saving asks once more (S2-2.77, S2-8.27 to S2-8.29). */
export function ProfileForm({ from, values, role, now, onValues, onSave, onClose }: ProfileFormProps) {
  const [isAsked, setAsked] = useState(false)
  const [isShowing, setShowing] = useState(false)
  const focusOnProblem = useFocusOnProblem()
  const wanted = profileOf(values, from)
  const change = profileChangeOf(from, wanted)
  const changed = Object.keys(change?.after ?? {}) as (keyof OwnProfile)[]
  const problems = profileProblems(wanted, { changed, role, now })
  const part: PartProps = {
    values,
    problems: isShowing ? problems : {},
    set: (some) => onValues({ ...values, ...some }),
    role,
    now,
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setShowing(true)
    if (Object.keys(problems).length === 0) setAsked(true)
    else focusOnProblem(form)
  }
  return (
    <form noValidate onSubmit={submit} className={`grid gap-9 ${CLEAR_OF_BAR}`}>
      <Part title="Name and place">
        <PersonPart {...part} />
      </Part>
      {role !== 'basic' && (
        <Part title="What you know">
          <AthleteFields {...part} />
        </Part>
      )}
      <Part title="Where else to find you">
        <SocialPart {...part} />
      </Part>
      {role !== 'basic' && (
        <Part title="Requests">
          <RequestFields {...part} />
        </Part>
      )}
      <div
        data-bar
        className="sticky low:static bottom-[calc(var(--tab-bar)+env(safe-area-inset-bottom))] z-20 -mx-2 flex justify-end gap-3 border-t bg-page px-2 py-3 md:bottom-0"
      >
        <Button tone="secondary" onClick={onClose}>
          {change ? 'Discard' : 'Close'}
        </Button>
        <Button type="submit" disabled={!change}>
          Save changes
        </Button>
      </div>
      {isAsked && change && <ConfirmSave change={change} onSave={onSave} onCancel={() => setAsked(false)} />}
    </form>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-5">
      <h3 id={id} className="label text-muted">
        {title}
      </h3>
      {children}
    </section>
  )
}

type ConfirmSaveProps = {
  change: ProfileChange
  onSave: (change: ProfileChange) => Promise<boolean>
  onCancel: () => void
}

function ConfirmSave({ change, onSave, onCancel }: ConfirmSaveProps) {
  const online = useOnline()
  const [isBusy, setBusy] = useState(false)
  const cancel = () => {
    onCancel()
    showToast({ text: COPY.profileCanceled })
  }
  const save = async () => {
    setBusy(true)
    if (await onSave(change)) return
    setBusy(false)
    onCancel()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={COPY.profileConfirm}
      onClose={cancel}
      keep="Cancel"
      footer={
        <Button loading={isBusy} onClick={save}>
          Save
        </Button>
      }
    >
      <p className="text-muted">
        {online ? 'Your profile shows them as soon as they reach us.' : sentLater()}
        {'priceCents' in change.after &&
          ' The new price counts for questions asked from then on; held questions keep theirs.'}
      </p>
    </Dialog>
  )
}

const sentLater = () =>
  keepsNothing()
    ? 'You are offline. Keep this page open: they are sent once you are back online.'
    : 'You are offline: they are kept on this device and sent once you are back online.'

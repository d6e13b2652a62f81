import { applyProfileChange, type ProfileChange } from '../../../sync/athlete/profile-edit.ts'
import { useNow } from '../../answer/use-now.ts'
import { useOnline } from '../../api/connection.ts'
import type { OutboxRow } from '../../db/device.ts'
import { appendIntent, dismissEntry } from '../../store/outbox.ts'
import { useDevice, usePending } from '../../store/use-device.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { valuesOf } from '../profile-edit/form-values.ts'
import { ProfileForm } from '../profile-edit/profile-form.tsx'
import { changeOf } from './likely-profile.ts'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileSection, type SectionProps } from './profile-section.tsx'
import { isChanged, useEdit } from './use-edit.ts'
import { useOwnProfile } from './use-own-profile.ts'

/** Renders a member's own profile, to read and to edit; works offline (S2-2.70). */
export function OwnSection({ person }: SectionProps) {
  const view = useOwnProfile(person)
  const { edit, turns, change, discard } = useEdit()
  const save = useSave(person.id, view)
  const now = useNow()
  // The field that had the focus is gone when an edit ends, and the button of a toast when an end is undone.
  const toggle = useFocusMoved<HTMLButtonElement>(turns)
  const { profile, role } = view
  if (!profile) {
    return (
      <ProfileSection title="About you">
        {view.ready ? <StatusLine icon="offline">{NOT_HERE}</StatusLine> : <Skeleton className="h-64" />}
      </ProfileSection>
    )
  }
  const saveEdit = async (wanted: ProfileChange) => {
    const saved = await save(wanted)
    if (saved === 'kept') change(null)
    // Start again from the current profile, because a user who saves once more has then seen it.
    if (saved === 'changed') change({ from: profile, values: valuesOf({ ...profile, ...wanted.after }) })
    return saved === 'kept'
  }
  const isUnsaved = edit !== null && isChanged(edit)
  return (
    <ProfileSection
      title="About you"
      aside={
        <Button
          ref={toggle}
          tone="secondary"
          size="small"
          icon={edit ? 'close' : 'edit'}
          onClick={edit ? discard : () => change({ from: profile, values: valuesOf(profile) })}
        >
          {edit ? 'Stop editing' : 'Edit profile'}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <Pending personId={person.id} />
        {view.refused.map((entry) => (
          <RefusedCard
            key={entry.id}
            entry={entry}
            isUnsaved={isUnsaved}
            onUse={() =>
              change({ from: profile, values: valuesOf({ ...profile, ...changeOf(entry).after }) })
            }
          />
        ))}
        {edit ? (
          <ProfileForm
            from={edit.from}
            values={edit.values}
            role={role}
            now={now}
            onValues={(values) => change({ ...edit, values })}
            onSave={saveEdit}
            onClose={discard}
          />
        ) : (
          <ProfileDetails person={person} profile={profile} isAthlete={role === 'creator'} />
        )}
      </div>
    </ProfileSection>
  )
}

const SENT_LATER = 'Saved on this device. It is sent when you are back online.'
const WHILE_OPEN = 'Keep this page open: your changes are sent when you are back online.'
const NOT_HERE = 'Your profile is not on this device yet. It appears once you are online.'

type Saved = 'kept' | 'changed' | 'failed'

/** Puts a change into the outbox, if the server's own rule is likely to accept it. */
function useSave(personId: string, { profile, role }: ReturnType<typeof useOwnProfile>) {
  const device = useDevice()
  const online = useOnline()
  const now = useNow()
  return async (change: ProfileChange): Promise<Saved> => {
    const likely = profile && applyProfileChange(profile, change, { role, now })
    if (likely && !likely.ok) {
      showToast({ text: refusalText(likely.refusal), tone: 'danger' })
      return likely.refusal.code === 'changed-meanwhile' ? 'changed' : 'failed'
    }
    try {
      await appendIntent(device, { name: 'profile.save', args: { personId, ...change } })
    } catch {
      showToast({ text: 'Your changes could not be saved on this device. Try again.', tone: 'danger' })
      return 'failed'
    }
    if (!online) showToast({ text: keepsNothing() ? WHILE_OPEN : SENT_LATER })
    return 'kept'
  }
}

/** Shows how far a change is on its way; a refused one has a card of its own. */
function Pending({ personId }: { personId: string }) {
  const pending = usePending(personId)
  if (!pending || pending.stage === 'refused') return null
  return (
    <StatusLine icon={pending.stage === 'waiting' ? 'offline' : 'device'} live>
      {`Your changes: ${pending.line}`}
    </StatusLine>
  )
}

type RefusedCardProps = {
  entry: OutboxRow
  /** Whether the form holds changes that are not saved, which the refused ones must not replace. */
  isUnsaved: boolean
  onUse: () => void
}

/** Shows a change that was refused, such as one that came second; it is kept until the user decides (D98). */
function RefusedCard({ entry, isUnsaved, onUse }: RefusedCardProps) {
  const device = useDevice()
  const isConflict = entry.refusal?.code === 'changed-meanwhile'
  return (
    <div role="alert" className="card grid justify-items-start gap-3 p-4 md:p-5">
      <p className="max-w-xl text-pretty">
        {isConflict
          ? 'Your profile was changed elsewhere, on another device or by our team, before this change arrived, so that version counts. What you entered here is kept.'
          : entry.refusal && refusalText(entry.refusal)}
      </p>
      {isConflict && isUnsaved && (
        <StatusLine icon="edit">
          You are editing your profile below. Save or stop editing first, then you can see it.
        </StatusLine>
      )}
      <div className="flex flex-wrap gap-3">
        {isConflict && !isUnsaved && (
          <Button
            size="small"
            onClick={async () => {
              onUse()
              await dismissEntry(device, entry.id)
            }}
          >
            See what I entered
          </Button>
        )}
        <Button tone="secondary" size="small" onClick={() => dismissEntry(device, entry.id)}>
          Discard it
        </Button>
      </div>
    </div>
  )
}

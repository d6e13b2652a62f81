import { useEffect, useRef, useState } from 'react'
import { INBOX_STATUSES, type Inbox, type InboxStatus } from '../../../sync/desk/inbox-update.ts'
import type { InboxItem } from '../../../sync/desk/lists.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { getSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { useKeptWords } from '../../store/kept-words.ts'
import { sendNow } from '../../store/send-now.ts'
import { countryName } from '../../text/country-options.ts'
import { formatDateTime } from '../../text/format.ts'
import { mailAddress } from '../../text/mail-address.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { PlaceLink } from '../found/thing-link.tsx'
import { UNANSWERED } from '../office/send-act.ts'
import { FactList, Pane, Part } from '../panes.tsx'
import { SettledSelect } from '../settled-select.tsx'
import { INBOX_WORDS, nameOf } from './inbox-words.ts'

type InboxDetailProps = { inbox: Inbox; item: InboxItem; onChanged: () => void; onBack: () => void }

/** Renders a whole message with its status and the team's notes (S2-2.124, S2-2.132, S2-2.134). */
export function InboxDetail({ inbox, item, onChanged, onBack }: InboxDetailProps) {
  const {
    content,
    subject,
    email,
    createdAt,
    city,
    countryCode,
    socialPlatform,
    socialAccount,
    sport,
    position,
  } = item
  const place = [city, countryCode && countryName(countryCode)].filter(Boolean).join(', ')
  return (
    <Pane label={INBOX_WORDS[inbox].region} of={item.id} onBack={onBack}>
      <h2 className="display text-2xl [overflow-wrap:anywhere]">{subject ?? nameOf(item)}</h2>
      {content && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{content}</p>}
      <FactList
        facts={[
          [inbox === 'feedback' ? 'Username' : 'Name', nameOf(item)],
          [
            'User',
            item.personId && (
              <PlaceLink key="user" place={{ tab: 'messages', id: item.personId }}>
                {item.personId}
              </PlaceLink>
            ),
          ],
          [
            'Email',
            email && (
              <a href={mailAddress(email)} className="link">
                {email}
              </a>
            ),
          ],
          ['From', place || null],
          ['Platform', socialPlatform],
          ['Account', socialAccount],
          ['Sport', sport],
          ['Position', position],
          [
            'Request',
            item.questionId && (
              <PlaceLink key="request" place={{ tab: 'requests', id: item.questionId }}>
                {item.questionId}
              </PlaceLink>
            ),
          ],
          ['Date', formatDateTime(createdAt)],
        ]}
      />
      <TeamPart inbox={inbox} item={item} onChanged={onChanged} />
    </Pane>
  )
}

type TeamWords = Pick<InboxItem, 'status' | 'notes'>
/** The status and notes that this admin saved, and the version of the message that the list had then. */
type Saved = TeamWords & { over: InboxItem }

/** Notes that are typed and not saved, kept on this device, and the notes that they were typed over. */
type TypedNotes = { text: string; over: string }

/** Returns a function that begins a save once the one before it has ended: a press may begin two of them. */
function useInTurn() {
  const running = useRef(Promise.resolve())
  return (save: () => Promise<void>) => {
    running.current = running.current.then(save, save)
    return running.current
  }
}

/**
 * Renders the message's status, which is saved at once, and the team's notes, which have a button (S2-2.125,
 * S2-4.19, S2-4.20).
 */
function TeamPart({ inbox, item, onChanged }: Omit<InboxDetailProps, 'onBack'>) {
  const online = useOnline()
  const { words, keep } = useKeptWords<TypedNotes>(`desk-inbox ${item.id}`)
  const [saving, setSaving] = useState({ status: false, notes: false })
  const [seenNotes, setSeenNotes] = useState(item.notes)
  const { text: notes, over } = words?.value ?? { text: seenNotes, over: seenNotes }
  const [saved, setSaved] = useState<Saved | null>(null)
  // Until the list is fetched again, `item` is older than what this admin saved.
  const stands = saved?.over === item ? saved : item
  const isElsewhere = stands.notes !== over
  const isTooLong = countCharacters(notes.trim()) > LIMITS.teamNotesCharacters
  const type = (text: string) => {
    const isNothingNew = text.trim() === stands.notes
    if (isNothingNew) setSeenNotes(stands.notes)
    keep(
      isNothingNew && text === stands.notes ? undefined : { text, over: isNothingNew ? stands.notes : over },
    )
  }
  const standing = useRef<TeamWords>(stands)
  useEffect(() => {
    standing.current = stands
  })
  const inTurn = useInTurn()
  const update = async (change: Partial<TeamWords>, told: string) => {
    const part = change.notes === undefined ? 'status' : 'notes'
    setSaving((was) => ({ ...was, [part]: true }))
    await inTurn(() => save(change, told))
    setSaving((was) => ({ ...was, [part]: false }))
  }
  const save = async (change: Partial<TeamWords>, told: string) => {
    const { status, notes } = standing.current
    const before = { status, notes }
    const now = { ...before, ...change }
    const intent = { name: 'inbox.update', args: { inbox, itemId: item.id, before, now } } as const
    const result = await sendNow(openDevice(getSession().account), intent)
    if (result.ok) {
      standing.current = now
      setSaved({ ...now, over: item })
      // A change of the status does not mean that this admin has read another admin's notes.
      if (now.notes !== before.notes) {
        setSeenNotes(now.notes)
        keep(undefined)
      }
    }
    showToast(
      result.ok
        ? { text: told, tone: 'success' }
        : { text: isNetworkError(result) ? UNANSWERED : refusalText(result.refusal), tone: 'danger' },
    )
    onChanged()
  }
  return (
    <Part title="For the team">
      <div className="grid gap-4">
        <SettledSelect
          label="Status"
          value={stands.status}
          disabled={!online}
          isBusy={saving.status}
          options={INBOX_STATUSES[inbox].map((status) => ({ value: status, label: status }))}
          onChoose={(status) => void update({ status: status as InboxStatus }, 'The status was changed.')}
        />
        <TextArea
          label={inbox === 'feedback' ? 'Admin notes' : 'Notes'}
          hint="Seen by the team alone."
          optional
          rows={3}
          limit={LIMITS.teamNotesCharacters}
          value={notes}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {isElsewhere && (
          <StatusLine icon="warning" tone="warning" live>
            Somebody else changed the notes to: “{stands.notes}”. Saving yours replaces that.
          </StatusLine>
        )}
        <Button
          tone="secondary"
          size="small"
          className="justify-self-start"
          loading={saving.notes}
          disabled={!online || isTooLong || notes.trim() === stands.notes}
          onClick={() => void update({ notes: notes.trim() }, 'The notes were saved.')}
        >
          Update Notes
        </Button>
      </div>
    </Part>
  )
}

import { useState } from 'react'
import type { DeskPicture, DeskPicturesAnswer } from '../../../sync/athlete/picture-request.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { useOnline } from '../../api/connection.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { formatDateTime } from '../../text/format.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { excessOf } from '../../ui/form/text-limit.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { ErrorLine } from '../error-line.tsx'
import { useRead } from '../use-read.ts'
import { AskPictureForm, PLACE_NAMES } from './ask-picture-form.tsx'
import { sendAct } from './send-act.ts'

/**
 * Renders the review of athletes' pictures (S2-2.76): the requested pictures, the sent ones, and the approval or
 * rejection of exactly the picture that the admin saw.
 */
export function PicturesPage() {
  const pictures = useRead<DeskPicturesAnswer>(DESK_CALLS.deskPictures, {})
  const rows = pictures.answer?.rows ?? []
  const heading = useFocusMoved<HTMLHeadingElement>(
    pictures.answer?.rows.map(({ id, pictureId }) => `${id} ${pictureId}`).join(),
  )
  return (
    <div className="grid gap-6 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:overflow-y-auto">
      <section aria-labelledby="pictures" className="grid content-start gap-4">
        <h2 ref={heading} id="pictures" tabIndex={-1} className="display text-2xl">
          Pictures
        </h2>
        <ErrorLine errorText={pictures.errorText} onAgain={pictures.reload} />
        {pictures.answer && rows.length === 0 && (
          <EmptyState title="No picture is wanted">
            Pictures that athletes send on request wait here for review.
          </EmptyState>
        )}
        <ul className="grid gap-4">
          {rows.map((row) => (
            <PictureRow key={row.id} row={row} onDone={pictures.reload} />
          ))}
        </ul>
      </section>
      <aside className="card grid content-start gap-6 p-5 lg:self-start">
        <h2 className="display text-2xl">Ask for a picture</h2>
        <AskPictureForm onAsked={pictures.reload} />
      </aside>
    </div>
  )
}

type PictureRowProps = { row: DeskPicture; onDone: () => void }

function PictureRow({ row, onDone }: PictureRowProps) {
  const { id: requestId, pictureId, place, name, username, askedAt, broughtAt, note } = row
  const online = useOnline()
  const [isRejecting, setRejecting] = useState(false)
  // After a refusal too, because the list then shows what has changed.
  const approve = async () => {
    if (!pictureId) return
    await sendAct({ name: 'picture.approve', args: { requestId, pictureId } }, 'The picture is public.')
    onDone()
  }
  const withdraw = async () => {
    await sendAct({ name: 'picture.withdraw', args: { requestId } }, 'You no longer ask for it.')
    onDone()
  }
  return (
    <li className="card grid gap-4 p-4 md:p-5">
      <p>
        <span className="label">{name}</span> <span className="text-muted">@{username}</span> ·{' '}
        {PLACE_NAMES[place]}
        <span className="figures block text-muted text-sm">
          {broughtAt === null
            ? `Asked for ${formatDateTime(askedAt)}, nothing sent yet.`
            : `Sent ${formatDateTime(broughtAt)}.`}
        </span>
      </p>
      {note && (
        <p className="border-l-4 border-l-control pl-4 text-sm [overflow-wrap:anywhere]">
          Said before: {note}
        </p>
      )}
      <div className="flex flex-wrap gap-4">
        <Shown title="Now" url={row.currentUrl} none="There is no picture." />
        {pictureId && <Shown title="Sent" url={`${CALLS.broughtPicture}${pictureId}`} />}
      </div>
      <div className="flex flex-wrap gap-3">
        {pictureId && (
          <>
            <BusyButton size="small" disabled={!online} onPress={approve}>
              Make it public
            </BusyButton>
            <Button size="small" tone="secondary" disabled={!online} onClick={() => setRejecting(true)}>
              Ask for another
            </Button>
          </>
        )}
        <BusyButton size="small" tone="quiet" disabled={!online} onPress={withdraw}>
          Withdraw
        </BusyButton>
      </div>
      {pictureId && (
        <RejectPicture
          requestId={requestId}
          open={isRejecting}
          onClose={() => setRejecting(false)}
          onReject={async (words) => {
            const args = { requestId, pictureId, note: words }
            const isDone = await sendAct({ name: 'picture.reject', args }, 'We asked them for another one.')
            if (isDone) setRejecting(false)
            onDone()
            return isDone
          }}
        />
      )}
    </li>
  )
}

type ShownProps = { title: string; url: string | null; none?: string }

function Shown({ title, url, none }: ShownProps) {
  return (
    <figure className="grid content-start gap-1.5">
      <figcaption className="label text-muted text-xs">{title}</figcaption>
      {url ? (
        <img src={url} alt={title} className="h-40 max-w-full rounded bg-sunken object-contain" />
      ) : (
        <p className="text-muted text-sm">{none}</p>
      )}
    </figure>
  )
}

type RejectPictureProps = {
  requestId: string
  open: boolean
  onClose: () => void
  /** Resolves to true once the note is sent. */
  onReject: (note: string) => Promise<boolean>
}

function RejectPicture({ requestId, open, onClose, onReject }: RejectPictureProps) {
  const { text: note, change } = useKeptText(`desk-reason picture ${requestId}`)
  const isTooLong = excessOf(note, LIMITS.noteCharacters) !== null
  const send = async () => {
    if (await onReject(note.trim())) change('')
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Ask for another picture"
      keep="Cancel"
      footer={
        <Button disabled={note.trim() === '' || isTooLong} onClick={() => void send()}>
          Ask for another
        </Button>
      }
    >
      <TextArea
        label="Why, and what would be better"
        value={note}
        limit={LIMITS.noteCharacters}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Dialog>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import type { LeaveAnswer, MineAnswer } from '../../../sync/account/mine.ts'
import { CALLS } from '../../../sync/paths.ts'
import { formatBytes, formatDateTime } from '../../text/format.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useAccountCall } from '../use-account-call.ts'

const loadDialog = async () => (await import('./leave-dialog.tsx')).LeaveDialog

const NOT_REACHED = 'We could not be reached, so nothing is deleted yet. Try again in a moment.'

type MinePanelProps = {
  token: string
  /** A warning about work that exists only on this device and would be deleted with the account. */
  unsent?: ReactNode
  /** Called after the server has accepted the deletion. */
  onLeft?: () => Promise<void>
  /** Called when the token has expired; if absent, the panel leads to where another link is mailed. */
  onSpent?: () => void
}

/** Shows what is kept about the reader: a copy to download, and a button to delete everything. */
export function MinePanel({ token, unsent, onLeft, onSpent }: MinePanelProps) {
  const { mine, isSpent, hasLeft, isBusy, error, load, download, leave } = useMine(token, onSpent)
  const [LeaveDialog, setDialog] = useState<Awaited<ReturnType<typeof loadDialog>> | null>(null)
  const isAsking = LeaveDialog !== null
  // The dialog and the button that opened it are gone after a deletion.
  const note = useFocusMoved<HTMLDivElement>(isAsking)
  const askFirst = async () => {
    const loaded = await loadDialog().catch(() => null)
    if (loaded) setDialog(() => loaded)
    else showToast({ text: NOT_REACHED, tone: 'danger' })
  }
  const confirm = async () => {
    if (await leave()) await onLeft?.()
    setDialog(null)
  }
  if (!mine) {
    return (
      <div className="grid gap-4">
        {error ? <FieldError error={error} /> : <SkeletonText lines={4} />}
        {isSpent && <AnotherLink />}
        {error && !isSpent && (
          <Button tone="secondary" icon="retry" loading={isBusy} onClick={() => void load()}>
            Try again
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      {/* There before the note, because screen readers read only what is added to it. */}
      <div ref={note} role="status" tabIndex={-1} className="empty:-mb-5">
        {mine.eraseAt !== null && (
          <LeavingNote eraseAt={mine.eraseAt} hasAccount={mine.hasAccount} hasLeft={hasLeft} />
        )}
      </div>
      <section className="card grid gap-4 p-5 md:p-6">
        <h3 className="display text-xl">A copy of everything</h3>
        <p className="text-muted text-pretty [overflow-wrap:anywhere]">{contentsOf(mine)}</p>
        <Button
          icon="download"
          tone={mine.eraseAt === null ? 'primary' : 'secondary'}
          loading={isBusy && !isAsking}
          className="justify-self-start max-sm:w-full"
          onClick={() => void download()}
        >
          Download
        </Button>
      </section>
      {mine.mayLeave === false && (
        <p className="text-muted text-pretty">
          You are a member of the team. Once an owner has removed you from it, you can have your data deleted
          here.
        </p>
      )}
      {mine.mayLeave !== false && mayDelete(mine, hasLeft) && <DeletePart mine={mine} onDelete={askFirst} />}
      {!isAsking && <FieldError error={error} />}
      {isSpent && <AnotherLink />}
      {LeaveDialog && (
        <LeaveDialog
          mine={mine}
          error={error}
          isBusy={isBusy}
          unsent={unsent}
          onStay={() => setDialog(null)}
          onLeave={confirm}
        />
      )}
    </div>
  )
}

function AnotherLink() {
  return (
    <ButtonLink to="/mydata" className="justify-self-start max-sm:w-full">
      Ask for another link
    </ButtonLink>
  )
}

/**
 * Returns whether there may be something to delete: whoever left without an account may have sent more since, which
 * is deleted only if they ask for it (decision 0101).
 */
const mayDelete = ({ eraseAt, hasAccount }: MineAnswer, hasLeft: boolean) =>
  eraseAt === null || (!hasAccount && !hasLeft)

type DeletePartProps = { mine: MineAnswer; onDelete: () => Promise<void> }

function DeletePart({ mine: { eraseAt, hasAccount }, onDelete }: DeletePartProps) {
  const isAgain = eraseAt !== null
  return (
    <section className="card grid gap-4 p-5 md:p-6">
      <h3 className="display text-xl">
        {hasAccount ? 'Delete the account' : isAgain ? 'Delete the rest, too' : 'Delete everything'}
      </h3>
      <p className="text-muted text-pretty">
        {isAgain
          ? 'What you have sent us since then is hidden at once, and deleted together with everything else.'
          : 'You are hidden at once. Seven days later everything is gone for good; until then you can change your mind.'}
      </p>
      <BusyButton
        tone="secondary"
        icon="trash"
        className="justify-self-start max-sm:w-full"
        onPress={onDelete}
      >
        {hasAccount ? 'Delete my account' : isAgain ? 'Delete the rest' : 'Delete my data'}
      </BusyButton>
    </section>
  )
}

type LeavingNoteProps = { eraseAt: number; hasAccount: boolean; hasLeft: boolean }

function LeavingNote({ eraseAt, hasAccount, hasLeft }: LeavingNoteProps) {
  const later = hasLeft ? 'What you send us from now on' : 'What you have sent us since then'
  return (
    <section className="flex gap-3 rounded bg-warning-wash p-5 text-warning">
      <Icon name="clock" className="mt-1 size-5 shrink-0" />
      <div className="grid gap-1">
        <p className="label">Will be deleted on {formatDateTime(eraseAt)}</p>
        <p className="text-ink text-pretty">
          Until then the link in our mail cancels this
          {hasAccount ? ', and so does signing in.' : `. ${later} is not deleted.`}
        </p>
      </div>
    </section>
  )
}

/** Returns the contents of the copy in words, such as "3 questions, 1 answer and 2 videos (4.2 MB), with …". */
function contentsOf({ email, questions, answers, videos, videoBytes }: MineAnswer): string {
  const counted = [
    counting(questions, 'question'),
    counting(answers, 'answer'),
    videos > 0 && `${counting(videos, 'video')} (${formatBytes(videoBytes)})`,
  ].filter((part) => part !== false)
  const last = counted.pop()
  const list = [counted.join(', '), last].filter(Boolean).join(' and ')
  const what = list ? `${list}, with whatever else we keep about ${email}` : `Whatever we keep about ${email}`
  return `${what}: one zip file with lists any program can read, and the videos as they are.`
}

function counting(number: number, noun: string): string | false {
  return number > 0 && `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Loads the data behind the link once, and offers the download and the deletion. */
function useMine(token: string, onSpent?: () => void) {
  const { isBusy, error, send } = useAccountCall()
  const [mine, setMine] = useState<MineAnswer | null>(null)
  const [isSpent, setSpent] = useState(false)
  const [hasLeft, setLeft] = useState(false)
  const ask = async <T,>(path: string) => {
    const answered = await send<T>(path, { token })
    if (!answered.ok && 'refusal' in answered && answered.refusal.code === 'link-spent') {
      setSpent(true)
      onSpent?.()
    }
    return answered
  }
  const load = async () => {
    const loaded = await ask<MineAnswer>(CALLS.mine)
    if (loaded.ok) {
      setMine(loaded.value)
      // Load the dialog now, so that it can open at once.
      void loadDialog().catch(() => {})
    }
    return loaded.ok ? loaded.value : null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look for each link
  useEffect(() => {
    void load()
  }, [token])
  /** Downloads the copy. It first asks for a fresh address, because an address works for ten minutes only. */
  const download = async () => {
    const fresh = await load()
    if (fresh) location.assign(fresh.exportUrl)
  }
  const leave = async () => {
    const left = await ask<LeaveAnswer>(CALLS.leave)
    if (left.ok) {
      setLeft(true)
      await load()
    }
    return left.ok
  }
  return { mine, isSpent, hasLeft, isBusy, error, load, download, leave }
}

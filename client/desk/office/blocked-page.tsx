import { type FormEvent, useState } from 'react'
import type { Block, BlocksAnswer } from '../../../sync/desk/athletes.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { useOnline } from '../../api/connection.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { formatDateTime } from '../../text/format.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Rows } from '../panes.tsx'
import { useMay } from '../use-may.ts'
import { usePages } from '../use-pages.ts'
import { sendAct, sendNew } from './send-act.ts'
import { SignOutForm } from './sign-out-form.tsx'

/**
 * Renders the addresses that may not ask questions, with or without an account, and the forms to block an address
 * and to sign a user out.
 */
export function BlockedPage() {
  const maySignOut = useMay('sign-others-out')
  const blocks = usePages<BlocksAnswer, Block>({
    path: DESK_CALLS.deskBlocks,
    request: {},
    rowsOf: (answer) => answer.blocks,
    cursorOf: ({ id, at }) => ({ at, id }),
  })
  const heading = useFocusMoved<HTMLHeadingElement>(blocks.answer ? blocks.rows.length : undefined)
  return (
    <div className="grid gap-6 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:overflow-y-auto">
      <section aria-labelledby="blocked" className="grid content-start gap-4">
        <h2 ref={heading} id="blocked" tabIndex={-1} className="display text-2xl">
          Blocked
        </h2>
        <Rows
          pages={blocks}
          none={{
            title: 'Nobody is blocked',
            text: 'An address that is blocked here cannot ask questions.',
          }}
        >
          <ul className="divide-y">
            {blocks.rows.map((block) => (
              <BlockLine key={block.id} block={block} onLifted={blocks.reload} />
            ))}
          </ul>
        </Rows>
      </section>
      <aside className="card grid content-start gap-6 p-5 lg:self-start">
        <h2 className="display text-2xl">Block an address</h2>
        <BlockForm onAnswered={blocks.reload} />
        {maySignOut && (
          <>
            <h2 className="display border-t pt-6 text-2xl">Sign somebody out</h2>
            <SignOutForm />
          </>
        )}
      </aside>
    </div>
  )
}

function BlockLine({
  block: { id, email, reason, by, at, guestsOnly },
  onLifted,
}: {
  block: Block
  onLifted: () => void
}) {
  const online = useOnline()
  const lift = async () => {
    await sendAct({ name: 'block.lift', args: { blockId: id } }, 'This address can ask again.')
    // After a refusal too, because the list then shows what has changed.
    onLifted()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 p-4">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="label">{email ?? 'An address that was erased'}</p>
        {reason && <p className="text-sm">{reason}</p>}
        {guestsOnly && (
          <p className="text-sm">Without an account only: signed in, this address can still ask.</p>
        )}
        <p className="figures text-muted text-xs">
          {by}, {formatDateTime(at)}
        </p>
      </div>
      <BusyButton tone="secondary" size="small" disabled={!online} onPress={lift}>
        Lift
      </BusyButton>
    </li>
  )
}

/** `onAnswered` runs after a refusal too, because the list then shows what has changed. */
type BlockFormProps = { email?: string; questionId?: string; onAnswered: (isBlocked: boolean) => void }

/** Renders the form that blocks an address. Only the team sees the reason. */
export function BlockForm({ email: known = '', questionId, onAnswered }: BlockFormProps) {
  const online = useOnline()
  const [email, setEmail] = useState(known)
  const { text: reason, change: setReason } = useKeptText(`desk-reason block ${questionId ?? 'anybody'}`)
  const block = async (event: FormEvent) => {
    event.preventDefault()
    const of = questionId ? { questionId } : {}
    const args = { email: email.trim(), reason: reason.trim(), ...of }
    const isDone = await sendNew({ name: 'block.add', idIn: 'blockId', args }, 'It is blocked.', {
      'id-taken': 'This address is blocked already.',
    })
    onAnswered(isDone)
    if (!isDone) return
    setEmail('')
    setReason('')
  }
  return (
    <form onSubmit={block} noValidate className="grid gap-4">
      <TextField
        label="Email address"
        type="email"
        autoComplete="off"
        value={email}
        hint="In any spelling: capitals and tags behind a + make no difference."
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextField
        label="Why"
        hint="For the team alone."
        value={reason}
        limit={LIMITS.noteCharacters}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button
        type="submit"
        tone="danger"
        className="justify-self-start"
        disabled={!online || email.trim() === '' || reason.trim() === ''}
      >
        Block it
      </Button>
    </form>
  )
}

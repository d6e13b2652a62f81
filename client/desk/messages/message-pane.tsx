import { useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskMessage, MessageAnswer } from '../../../sync/desk/messages.ts'
import { useOnline } from '../../api/connection.ts'
import { formatDateTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { ErrorLine } from '../error-line.tsx'
import { ThingLink } from '../found/thing-link.tsx'
import { spokenKind } from '../found/thing-words.ts'
import { sendNew } from '../office/send-act.ts'
import { FactList, Pane, Part } from '../panes.tsx'
import { useRead } from '../use-read.ts'
import { againWords, NOT_SENT_REASONS, STATE_NAMES, STATE_TONES, shownRecipient } from './message-state.ts'

type MessagePaneProps = { message: DeskMessage; onSent: () => void; onBack: () => void }

/** Renders one mail or push message: its state, its text, and the button that sends it again. */
export function MessagePane({ message, onSent, onBack }: MessagePaneProps) {
  const { way, id, kind, to, state, about, tries, error, orderedAt, sentAt, receivedAt } = message
  const { notSentBecause } = message
  const { answer, errorText, reload } = useRead<MessageAnswer>(DESK_CALLS.deskMessage, { way, id })
  return (
    <Pane label="The message" of={message.id} onBack={onBack}>
      <header className="grid gap-2">
        <span>
          <Badge tone={STATE_TONES[state]}>{STATE_NAMES[state]}</Badge>
        </span>
        <h2 className="display text-2xl [overflow-wrap:anywhere]">{answer?.subject ?? spokenKind(kind)}</h2>
      </header>
      <FactList
        facts={[
          ['To', to === null ? 'Nobody: the address has no account' : shownRecipient(to)],
          ['Address', answer?.address ?? null],
          ['About', about && <ThingLink key="about" thing={about} />],
          ['Ordered', formatDateTime(orderedAt)],
          ['Sent', sentAt === null ? null : formatDateTime(sentAt)],
          ['Not sent', notSentBecause ? NOT_SENT_REASONS[notSentBecause] : null],
          ['Received', receivedAt === null ? null : formatDateTime(receivedAt)],
          ['Tries', tries || null],
          ['Error', error],
        ]}
      />
      <ErrorLine errorText={errorText} onAgain={reload} />
      {!answer && !errorText && <Skeleton className="h-40" />}
      {answer && <Words answer={answer} />}
      {answer && (
        <Again
          answer={answer}
          onSent={() => {
            reload()
            onSent()
          }}
        />
      )}
    </Pane>
  )
}

function Words({ answer: { text, message } }: { answer: MessageAnswer }) {
  return (
    <Part title="What it says now">
      {text ? (
        <>
          <p className="whitespace-pre-line">{text}</p>
          <p className="mt-3 text-muted">
            Links are shortened here: they open only for whoever gets the message.
          </p>
        </>
      ) : (
        <p className="text-muted">
          {message.to !== null
            ? 'A mail about an account, or one with nothing left to say. Only its reader sees such a mail.'
            : 'Nothing was sent.'}
        </p>
      )}
    </Part>
  )
}

function Again({ answer, onSent }: { answer: MessageAnswer; onSent: () => void }) {
  const online = useOnline()
  const [isBusy, setBusy] = useState(false)
  const { way, id: messageId, state, tries } = answer.message
  const { note, button, told } = againWords(answer)
  const send = async () => {
    setBusy(true)
    const args = { way, messageId }
    // A message that was tried and failed since is to be tried once more.
    const attempt = [state, tries]
    await sendNew({ name: 'message.send-again', idIn: 'newId', args, attempt }, told)
    setBusy(false)
    onSent()
  }
  return (
    <>
      {note && <p className="text-muted text-sm">{note}</p>}
      {button && (
        <Button
          tone="secondary"
          icon="retry"
          className="justify-self-start"
          disabled={!online}
          loading={isBusy}
          onClick={() => void send()}
        >
          {button}
        </Button>
      )}
    </>
  )
}

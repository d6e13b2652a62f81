import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { STATUS_LABELS } from '../desk-words.ts'
import { decidingWords, NEEDS_NETWORK } from '../request/deciding-words.ts'
import { noteHint, REJECTS_MANY, rejectEffect } from '../request/effect-lines.ts'
import { RejectDialog } from '../request/reject-dialog.tsx'
import { SEVERAL } from '../request/rejection-notes.ts'
import type { Rejecting } from './use-rejecting.ts'
import type { Requests } from './use-requests.ts'

type RejectionProps = { requests: Requests; rejecting: Rejecting }

/** Renders the dialog that rejects one request or several chosen ones. It stays open until all are rejected. */
export function RejectionDialog({ requests, rejecting }: RejectionProps) {
  return rejecting.question ? (
    <OneDialog requests={requests} opened={rejecting.question} />
  ) : (
    <SeveralDialog requests={requests} ids={rejecting.ids} />
  )
}

function OneDialog({ requests, opened }: { requests: Requests; opened: DeskQuestionAnswer }) {
  const { looked, online, decision, rejection } = requests
  const question = looked.question?.id === opened.id ? looked.question : opened
  return (
    <RejectDialog
      of={question.id}
      title="Reject this request?"
      effect={rejectEffect(question)}
      goesTo={noteHint(question.email)}
      isBusy={decision.isBusy}
      hindrance={decision.isBusy ? null : online ? hindranceOf(question) : NEEDS_NETWORK}
      onReject={(note) => decision.reject(question, note)}
      onClose={rejection.close}
    />
  )
}

function hindranceOf({ status, waiting }: DeskQuestionAnswer): string | null {
  if (status !== 'new') return `It is decided already. Its status is “${STATUS_LABELS[status]}”.`
  return waiting && !waiting.refused ? decidingWords(waiting) : null
}

function SeveralDialog({ requests, ids }: { requests: Requests; ids: readonly string[] }) {
  const { list, ids: free, online, decision, rejection } = requests
  const left = list.rows.filter(({ id }) => ids.includes(id) && free.includes(id))
  const count = left.length || ids.length
  const gone =
    left.length > 0 ? null : 'None of these requests is in the list now. Somebody may have decided on them.'
  return (
    <RejectDialog
      of={SEVERAL}
      title={`Reject ${count} ${count === 1 ? 'request' : 'requests'}?`}
      effect={REJECTS_MANY}
      goesTo="It is sent to each requester whose address is kept"
      isBusy={decision.isBusy}
      hindrance={decision.isBusy ? null : online ? gone : NEEDS_NETWORK}
      onReject={(note) => decision.rejectAll(left, note)}
      onClose={rejection.close}
    />
  )
}

import { useState } from 'react'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { formatTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { sendAct } from '../office/send-act.ts'
import { takenNow } from './taken-words.ts'

type TakenLineProps = {
  question: Pick<DeskQuestionAnswer, 'id' | 'taken'>
  now: number
  online: boolean
  onChanged: () => Promise<void>
}

/**
 * Renders the claim of an admin on a new request, so that two admins do not read the same one. Any admin can still
 * decide.
 */
export function TakenLine({ question, now, online, onChanged }: TakenLineProps) {
  const [isBusy, setBusy] = useState(false)
  const taken = takenNow(question, now)
  const questionId = question.id
  const act = async () => {
    setBusy(true)
    await (taken?.isMine
      ? sendAct({ name: 'question.release', args: { questionId } }, 'Released')
      : sendAct(
          { name: 'question.take', args: { questionId, from: taken?.personId ?? null } },
          'Yours for half an hour',
          { 'changed-meanwhile': 'Somebody else took it, or it is decided. Look at it again.' },
        ))
    await onChanged()
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <StatusLine icon="users" tone={taken && !taken.isMine ? 'warning' : 'plain'}>
        {taken
          ? `${taken.isMine ? 'Yours' : `${taken.by} is looking at it,`} until ${formatTime(taken.until)}`
          : 'Nobody has taken it'}
      </StatusLine>
      <Button tone="secondary" size="small" loading={isBusy} disabled={!online} onClick={() => void act()}>
        {taken ? (taken.isMine ? 'Release' : 'Take over') : 'Take'}
      </Button>
    </div>
  )
}

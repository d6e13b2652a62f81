import { Link } from '@tanstack/react-router'
import { givableUntil } from '../../../sync/answer/submit.ts'
import { isOpenToReply } from '../../answer/reply/reply-stage.ts'
import { useNow } from '../../answer/use-now.ts'
import { isOpen } from '../../answer/waiting.ts'
import { useStorage } from '../../media/use-storage.ts'
import { forgetLost, type LostTake, readLost } from '../../store/sending/missing-files.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { useDocument, useDocuments } from '../../store/use-document.ts'
import { formatTimer, formatUntil } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Tells the user once what the browser has cleared from this device, what is safe, and what they can do. */
export function LostNotice() {
  const device = useDevice()
  const lost = useStored(readLost)
  if (!lost) return null
  const { takes, changes, drafts } = lost
  return (
    <section aria-labelledby="lost" className="card my-6 grid gap-4 p-4 md:p-5">
      <div className="flex items-start gap-3">
        <Icon name="warning" className="mt-1 size-6 shrink-0 text-warning" />
        <div className="grid min-w-0 gap-1">
          <h2 id="lost" className="label text-lg">
            The browser has cleared something from this device
          </h2>
          <p className="text-muted text-pretty">What was sent is safe with us.</p>
        </div>
      </div>
      <ul className="grid divide-y border-y">
        {takes.map((take) => (
          <LostLine key={take.id} take={take} />
        ))}
        {changes > 0 && (
          <li className="py-2">
            {changes === 1 ? '1 change' : `${changes} changes`} of yours, such as a declined request or your
            profile, lost before {changes === 1 ? 'it was' : 'they were'} sent: check that everything is as
            you want it.
          </li>
        )}
        {drafts > 0 && (
          <li className="py-2">
            {drafts === 1 ? '1 text' : `${drafts} texts`} you had begun, lost before{' '}
            {drafts === 1 ? 'it was' : 'they were'} sent.
          </li>
        )}
      </ul>
      <div className="flex flex-wrap gap-3">
        <AskToKeep />
        <Button tone="secondary" size="small" onClick={() => void forgetLost(device)}>
          I have read it
        </Button>
      </div>
    </section>
  )
}

/** A component of its own, because measuring storage opens every video, and an open video outlives its deletion. */
function AskToKeep() {
  const storage = useStorage()
  if (!storage || storage.isPersisted) return null
  return (
    <Button tone="secondary" size="small" onClick={() => void storage.ask()}>
      Keep the rest
    </Button>
  )
}

const UNSENT = ', lost before it was sent'
const TOLD = {
  again: `${UNSENT}. The fan was told that it is coming: record it again while there is time, and the new one takes its place.`,
  waiting: `${UNSENT}. The fan was told that it is coming: write to our team.`,
  stored: ', and our server has it',
  delivered: ', and our server has it',
  withdrawn: UNSENT,
}

const BY_OTHER = '. Another video answered the question.'
const CLOSED = '. The question can no longer be answered.'
const GIVABLE = '. The time to answer it is over; you can answer for free until'

function LostLine({ take: { id, questionId, durationMs, about } }: { take: LostTake }) {
  const question = useDocument('questions', questionId).row
  const answers = useDocuments('answers', { where: { questionId } }).rows
  const subject = question?.subject ?? about
  const now = useNow()
  // Go by what the server has told this device, because an attempt that did not reach it announced nothing.
  const announced = answers.find(({ videoId, state }) => videoId === id && state !== 'withdrawn')
  // The first complete video is the answer, from whatever device, so another one may be recorded in time.
  const isAwaited = question?.status === 'approved' && question.graceEndsAt !== null
  const mayReplace = announced?.state === 'waiting' && isAwaited
  // A recording lost for a question with a follow-up is a reply, and the fan was not told of that.
  const followUp = question?.clarification ?? null
  const isReply = followUp !== null
  const other = answers.some(
    ({ videoId, state }) => videoId !== id && (state === 'stored' || state === 'delivered'),
  )
  const isComing = answers.some(({ state }) => state === 'waiting') && isAwaited
  const givable = question && !other ? givableUntil({ ...question, answered: false }) : null
  const mayGive = givable?.ok === true
  // The fan is not told of a free answer before its video is here.
  const isFree = announced?.state === 'waiting' && question !== null && question.status !== 'approved'
  const isTold = announced !== undefined && !isFree
  const isWanted = followUp
    ? isOpenToReply(followUp)
    : mayReplace || (question !== null && !isTold && (isOpen(question, []) || isComing || mayGive))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <p className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
        {subject ? `“${subject}”` : 'A recording'},{' '}
        <span className="figures">{formatTimer(Math.round(durationMs / 1_000))}</span>
        {isTold && !isReply ? TOLD[mayReplace ? 'again' : announced.state] : UNSENT}
        {!isTold && !isReply && givable?.ok && `${GIVABLE} ${formatUntil(givable.value, now)}.`}
        {!isTold && !isReply && question && !isWanted && (other ? BY_OTHER : CLOSED)}
      </p>
      {isWanted && (
        <Link
          to="/dashboard/answer/$questionId"
          params={{ questionId }}
          search={isReply ? { reply: true } : {}}
          className="link label inline-flex min-h-11 items-center text-sm"
        >
          {mayGive ? 'Record a free answer' : 'Record it again'}
        </Link>
      )}
    </li>
  )
}

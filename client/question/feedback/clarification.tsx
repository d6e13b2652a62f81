import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { clarifiableUntil } from '../../../sync/answer/clarification.ts'
import type { FanQuestion } from '../../../sync/calls.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { VideoPlayer } from '../../media/player.tsx'
import { useKeptText } from '../../store/kept-words.ts'
import { LeftWords } from '../../store/left-words.tsx'
import { formatDateTime } from '../../text/format.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { refusalText } from '../../text/refusals.ts'
import { atStart, noReply, spokenName } from '../../text/spoken-name.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useClock } from '../view/use-clock.ts'

type ClarificationProps = { question: FanQuestion; token: string; onAsked: () => Promise<void> }

/** Renders the fan's follow-up question about an answer, and its reply. It is free, and the athlete earns nothing. */
export function Clarification({ question, token, onAsked }: ClarificationProps) {
  const { answer, athlete, clarification, questionId, hasAddress } = question
  const name = atStart(spokenName(athlete))
  const now = useClock()
  const [hasAsked, setAsked] = useState(false)
  const heading = useFocusMoved<HTMLHeadingElement>(hasAsked && clarification !== null)
  // Everything here tells dates, which need the clock; it can come late, because it stands below the answer.
  if (now === null) return null
  if (clarification)
    return (
      <Part title="Your follow-up question" heading={heading}>
        <Words from={formatDateTime(clarification.askedAt)}>{clarification.text}</Words>
        {clarification.repliedAt !== null ? (
          <Reply
            name={name}
            from={`${name} replied, ${formatDateTime(clarification.repliedAt)}`}
            token={token}
          >
            {clarification}
          </Reply>
        ) : (
          <StatusLine icon={clarification.reportedAt ? 'flag' : 'clock'} live>
            {clarification.reportedAt
              ? 'Our team has it now, so there will be no reply.'
              : (noReply(athlete) ??
                `${name} has your follow-up. ${hasAddress === false ? ON_PAGE : MAILED}`)}
          </StatusLine>
        )}
        <LeftWords
          name={`clarification ${questionId}`}
          sent={clarification.text}
          why="There is one follow-up for each answer."
        />
      </Part>
    )
  const until = clarifiableUntil(answer?.deliveredAt ?? 0)
  if (noReply(athlete) !== null || now >= until) return null
  return (
    <Part title="Anything left unclear?">
      <p className="text-muted">
        You can ask {name} one follow-up question, in writing, until {formatDateTime(until)}. It is free.{' '}
        {name} earns nothing from it and may reply in words or by a short video, but does not have to.
      </p>
      <AskForm
        key={questionId}
        questionId={questionId}
        name={name}
        token={token}
        onAsked={() => {
          setAsked(true)
          return onAsked()
        }}
      />
    </Part>
  )
}

type PartProps = { title: string; heading?: RefObject<HTMLHeadingElement | null>; children: ReactNode }

function Part({ title, heading, children }: PartProps) {
  return (
    <section aria-labelledby="clarification" className="grid gap-4 border-t pt-6">
      <h2 ref={heading} id="clarification" tabIndex={-1} className="display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

type ReplyProps = {
  name: string
  from: string
  token: string
  children: NonNullable<FanQuestion['clarification']>
}

/** Renders the athlete's reply, in words or as a short video. */
function Reply({ name, from, token, children: { reply, video } }: ReplyProps) {
  if (reply !== null) return <Words from={from}>{reply}</Words>
  return (
    <figure className="grid grid-cols-1 gap-2 border-control border-l-4 pl-4">
      <figcaption className="label text-muted text-sm">{from}</figcaption>
      {video?.state === 'stored' ? (
        <VideoPlayer
          videoId={video.id}
          token={token}
          label="The reply"
          playing={{ title: 'The reply', artist: name }}
        />
      ) : (
        <p>We no longer keep the video.</p>
      )}
    </figure>
  )
}

function Words({ from, children }: { from: string; children: string }) {
  return (
    <figure className="border-control border-l-4 pl-4">
      <figcaption className="label text-muted text-sm">{from}</figcaption>
      <blockquote dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {children}
      </blockquote>
    </figure>
  )
}

type AskFormProps = { questionId: string; name: string; token: string; onAsked: () => Promise<void> }

function AskForm({ questionId, name, token, onAsked }: AskFormProps) {
  const online = useOnline()
  const { text, change } = useKeptText(`clarification ${questionId}`)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const length = countCharacters(text.trim())
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || length > LIMITS.textCharacters) return
    if (length === 0) return setProblem('Say what was unclear.')
    setBusy(true)
    const asked = await call(CALLS.clarify, { token, text })
    if (asked.ok) {
      change('')
      showToast({ text: `${name} has your follow-up question.`, tone: 'success' })
    } else setProblem(isNetworkError(asked) ? NOT_REACHED : refusalText(asked.refusal))
    await onAsked()
    setBusy(false)
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <TextArea
        label="What was unclear?"
        rows={3}
        limit={LIMITS.textCharacters}
        readOnly={isBusy}
        value={text}
        error={problem}
        onChange={(event) => {
          setProblem(null)
          change(event.currentTarget.value)
        }}
      />
      {!online && (
        <StatusLine icon="offline">
          Sending needs a network. What you write here stays {keptWhere()}.
        </StatusLine>
      )}
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        loading={isBusy}
        disabled={!online || length > LIMITS.textCharacters}
      >
        Send the follow-up
      </Button>
    </form>
  )
}

const MAILED = 'The reply appears here, and we mail you.'
const ON_PAGE = 'The reply appears on this page.'

const NOT_REACHED = 'We could not be reached. What you wrote is kept here; try again in a moment.'

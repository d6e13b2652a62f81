import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { MyQuestionsAnswer } from '../../sync/calls.ts'
import { LIMITS } from '../../sync/limits.ts'
import { CALLS } from '../../sync/paths.ts'
import { call } from '../api/call.ts'
import { callUntilReached } from '../api/call-until-reached.ts'
import { useOnline } from '../api/connection.ts'
import { serverNow, useSession } from '../api/session.ts'
import type { Device } from '../db/device.ts'
import { VideoPoster } from '../media/video-poster.tsx'
import { useDevice } from '../store/use-device.ts'
import { formatAgo, formatDeadline } from '../text/format.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge, type Tone } from '../ui/status/badge.tsx'
import { CutLine } from '../ui/status/cut-line.tsx'
import { useResubmit } from './resubmit/use-resubmit.ts'
import { UnsentQuestions } from './unsent/unsent-questions.tsx'
import { arrivesBy, headlineOf } from './view/question-story.ts'

type MyQuestion = MyQuestionsAnswer['questions'][number]
type MyQuestionsProps = {
  /** Limits the list to the questions to this athlete, on the athlete's own page. */
  username?: string
  /** Whether that athlete takes no questions now, so that nothing written to them can be sent from the page. */
  isClosed?: boolean
}

const KEY = 'my-questions'

/**
 * Renders the questions that this browser or account has written and not sent, and those it has asked, with links
 * to their private pages. Renders nothing when there are none.
 */
export function MyQuestions({ username, isClosed }: MyQuestionsProps): ReactNode {
  const all = useMyQuestions()
  useResubmit()
  const questions = username ? all.filter(({ athlete }) => athlete.username === username) : all
  return (
    <>
      <UnsentQuestions username={username} isClosed={isClosed} />
      {questions.length > 0 && <Asked questions={questions} more={all.length >= LIMITS.myQuestions} />}
    </>
  )
}

type AskedProps = { questions: readonly MyQuestion[]; more: boolean }

function Asked({ questions, more }: AskedProps) {
  return (
    <section aria-labelledby="my-questions">
      <h2 id="my-questions" className="display text-2xl">
        Your questions
      </h2>
      <ul className="-mx-4 mt-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2">
        {questions.map((question) => (
          <li key={question.questionId} className="w-72 shrink-0 snap-start">
            <QuestionCard question={question} />
          </li>
        ))}
      </ul>
      <CutLine more={more} shown={`newest ${LIMITS.myQuestions} of all`}>
        The link in its mail opens an older one.
      </CutLine>
    </section>
  )
}

function QuestionCard({ question }: { question: MyQuestion }) {
  const { athlete, subject, viewPath, answer } = question
  const name = `${athlete.firstName} ${athlete.lastName}`
  return (
    <Link
      to="/view/$token"
      params={{ token: viewPath.split('/').at(-1) ?? '' }}
      className="card grid h-full content-between gap-4 p-4 hover:border-ink"
    >
      <span className="flex items-center gap-3">
        <Avatar name={name} src={athlete.pictureUrl} size="small" />
        <span className="label min-w-0 truncate text-sm">{name}</span>
      </span>
      {answer?.videoId && !answer.isGone && (
        <VideoPoster videoId={answer.videoId} className="aspect-video w-full rounded" />
      )}
      <span className="label line-clamp-2 text-lg leading-snug">{subject}</span>
      <span className="grid justify-items-start gap-1.5">
        <Badge tone={toneOf(question)}>{headlineOf(question)}</Badge>
        <span className="figures text-muted text-xs empty:hidden">{untilOf(question)}</span>
      </span>
    </Link>
  )
}

function toneOf({ status }: MyQuestion): Tone {
  if (status === 'completed') return 'signal'
  return status === 'new' || status === 'approved' ? 'success' : 'plain'
}

function untilOf(question: MyQuestion): string {
  const { status, answer, screeningEndsAt, dueAt, payAgainUntil, settledAt, submittedAt } = question
  const now = serverNow()
  if (status === 'new') return formatDeadline(screeningEndsAt, now)
  if (status !== 'approved') return formatAgo(settledAt ?? submittedAt, now)
  const until = payAgainUntil ?? (answer ? arrivesBy(question, now) : dueAt)
  return until === null ? '' : formatDeadline(until, now)
}

/**
 * Returns the questions stored on this device, then those from the server once it answers. A visitor has asked
 * nothing, so the hook makes no call for them.
 */
function useMyQuestions(): MyQuestion[] {
  const device = useDevice()
  const online = useOnline()
  const { state } = useSession()
  const [questions, setQuestions] = useState<MyQuestion[]>([])
  const isKnown = state === 'guest' || state === 'signed-in'
  useEffect(() => {
    let isOver = false
    const show = (found: MyQuestion[]) => {
      if (!isOver) setQuestions(found)
    }
    void readKept(device).then((kept) => (kept || !isKnown) && show(kept ?? []))
    const stop = online && isKnown ? follow(device, show) : () => {}
    return () => {
      isOver = true
      stop()
    }
  }, [device, online, isKnown])
  return questions
}

/** Asks the server for the questions until it answers, shows them, and stores them for offline. */
function follow(device: Device, show: (found: MyQuestion[]) => void): () => void {
  const ask = () => call<MyQuestionsAnswer>(CALLS.myQuestions)
  return callUntilReached(ask, (answer) => {
    if (!answer.ok) return
    show(answer.value.questions)
    device.settings.put({ key: KEY, value: answer.value.questions }).catch(() => {})
  })
}

async function readKept(device: Device): Promise<MyQuestion[] | null> {
  const kept = await device.settings.get(KEY)
  return (kept?.value as MyQuestion[] | undefined) ?? null
}

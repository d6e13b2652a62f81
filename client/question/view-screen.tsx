import { useLoaderData, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { FanQuestion, ViewAnswer } from '../../sync/calls.ts'
import { useSession } from '../api/session.ts'
import { VideoPlayer } from '../media/player.tsx'
import { formatAgo } from '../text/format.ts'
import { atStart, spokenName } from '../text/spoken-name.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { Clarification } from './feedback/clarification.tsx'
import { RatingForm } from './feedback/rating-form.tsx'
import { ReportProblem } from './feedback/report-problem.tsx'
import { TheAnswer } from './save-and-share/the-answer.tsx'
import { CancelQuestion } from './view/cancel-question.tsx'
import { CorrectEmail } from './view/correct-email.tsx'
import { isNotThere, Loading, NothingSeen, NotThere } from './view/not-there.tsx'
import { discountOf, disputeOf, moneyOf } from './view/question-money.ts'
import { headlineOf, storyOf } from './view/question-story.ts'
import { Story } from './view/story.tsx'
import { TipSection } from './view/tip-section.tsx'
import { useClock } from './view/use-clock.ts'
import { type SeenView, useQuestionView } from './view/use-question-view.ts'

/** Loaded only where it is needed, which is hardly ever. */
const PayAgain = lazy(() =>
  import('./pay-again/pay-again.tsx').then(
    (found) => ({ default: found.PayAgain }),
    () => ({ default: PayAgainLater }),
  ),
)

/** Loaded only where a card was charged, because few fans need it. */
const ReceiptLine = lazy(() =>
  import('./view/receipt-line.tsx').then(
    (found) => ({ default: found.ReceiptLine }),
    // The page still shows the answer without it.
    () => ({ default: () => <></> }),
  ),
)

/** Renders the page behind the private link, which shows where the question is until its answer (S1-2, D41, D42). */
export function ViewScreen() {
  const { token = '' } = useParams({ strict: false })
  // The page begins again for another link, so that a late answer about the former one does not change it.
  return <Viewed key={token} token={token} />
}

function Viewed({ token }: { token: string }) {
  const first = useLoaderData({ strict: false }) as ViewAnswer | null | undefined
  const { seen, state, refresh } = useQuestionView(token, first)
  const now = useClock()
  if (isNotThere(state)) return <NotThere why={state} />
  if (!seen)
    return state === 'asking' ? <Loading /> : <NothingSeen isCutOff={state === 'cut-off'} onRetry={refresh} />
  const { question, shared = false } = seen.view
  return (
    <article className="wrap py-8 md:py-12">
      <Head question={question} shared={shared} />
      {(state === 'cut-off' || state === 'error') && <LastSeen seen={seen} isCutOff={state === 'cut-off'} />}
      {/* a press before the page is hydrated would be lost, so `inert` shows that it cannot be pressed yet */}
      <div inert={now === null} className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        {question.answer?.videoId && (
          <TheAnswer question={question} videoId={question.answer.videoId} token={token} shared={shared}>
            {!shared && <RatingForm question={question} token={token} onRated={refresh} />}
            {!shared && <TipSection question={question} token={token} onPaid={refresh} />}
            {!shared && <Clarification question={question} token={token} onAsked={refresh} />}
          </TheAnswer>
        )}
        {/* paying again comes first, because it is the one thing that the fan has to do */}
        {!shared && question.payAgainUntil !== null && (
          <Suspense fallback={<PayAgainToCome />}>
            {now === null ? (
              <PayAgainToCome />
            ) : (
              <PayAgain question={question} token={token} onPaid={refresh} />
            )}
          </Suspense>
        )}
        {!shared && (
          <aside
            aria-label="Progress"
            className="grid content-start gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
          >
            <Story chapters={storyOf(question, now)} />
            <Money question={question} token={token} now={now} />
            {(question.status === 'new' || question.hasAddress === false) && (
              <CorrectEmail questionId={question.questionId} token={token} />
            )}
            {question.status === 'new' && <CancelQuestion question={question} onCancelled={refresh} />}
          </aside>
        )}
        <TheQuestion question={question} token={token} shared={shared} />
      </div>
    </article>
  )
}

/** Tells a fan whose form could not be loaded that the answer is safe. */
function PayAgainLater() {
  return (
    <StatusLine icon="warning" tone="warning" live>
      Paying again needs a network. Your answer is kept for you: reload this page when you are back.
    </StatusLine>
  )
}

/** Holds the place of the form until the page's script has loaded it, so that nothing below moves. */
const PayAgainToCome = () => <Skeleton className="h-52 w-full max-w-2xl" />

function Head({ question, shared }: { question: FanQuestion; shared: boolean }) {
  const { athlete } = question
  const name = `${athlete.firstName} ${athlete.lastName}`
  return (
    <header className="grid grid-cols-1 gap-4">
      <p className="flex items-center gap-3">
        <Avatar name={name} src={athlete.pictureUrl} />
        <span className="min-w-0">
          <span className="block text-muted text-sm">{shared ? 'A question to' : 'Your question to'}</span>
          <span className="label block truncate text-lg">{name}</span>
        </span>
      </p>
      <h1 aria-live="polite" className="display text-4xl">
        {shared ? `${atStart(spokenName(athlete))} answered` : headlineOf(question)}
      </h1>
    </header>
  )
}

type MoneyProps = { question: FanQuestion; token: string; now: number | null }

function Money({ question, token, now }: MoneyProps) {
  const isBack = question.hold === 'released' || (question.hold === 'lapsed' && !question.payAgainUntil)
  const besides = [
    ['tag', discountOf(question)],
    ['info', disputeOf(question)],
  ] as const
  return (
    <section aria-label="Payment" className="border-t pt-6">
      <StatusLine icon={question.hold === 'none' ? 'check' : isBack ? 'arrow-left' : 'card'} live>
        {moneyOf(question, now)}
      </StatusLine>
      {besides.map(
        ([icon, said]) =>
          said && (
            <div key={icon} className="mt-1.5">
              <StatusLine icon={icon}>{said}</StatusLine>
            </div>
          ),
      )}
      {now !== null && (question.hold === 'captured' || question.tips.length > 0) && (
        <Suspense>
          <ReceiptLine question={question} token={token} />
        </Suspense>
      )}
    </section>
  )
}

type TheQuestionProps = { question: FanQuestion; token: string; shared: boolean }

function TheQuestion({ question, token, shared }: TheQuestionProps) {
  const { subject, text, videoId, kind, adminNote, athleteNote, athlete, reason } = question
  return (
    <section aria-labelledby="the-question" className="min-w-0">
      <p className="label text-muted text-sm">{shared ? 'What was asked' : 'You asked'}</p>
      <h2 id="the-question" className="display mt-1 text-2xl">
        {subject}
      </h2>
      {text && <p className="mt-3 max-w-2xl whitespace-pre-wrap text-lg">{text}</p>}
      {videoId && (
        <div className="mt-4 max-w-2xl">
          <VideoPlayer
            videoId={videoId}
            token={token}
            label="Your question"
            playing={{ title: subject, artist: 'Your question' }}
          />
        </div>
      )}
      {kind === 'video' && !videoId && !shared && (
        <p className="mt-3 text-muted">We no longer keep the video of this question.</p>
      )}
      {adminNote && <Note from="Our note">{adminNote}</Note>}
      {/* the note of a question that ran out of time is the system's, and the story above tells it */}
      {athleteNote && reason === 'declined' && (
        <Note from={`A word from ${spokenName(athlete)}`}>{athleteNote}</Note>
      )}
      <WhatNext athlete={athlete} />
      <div className="mt-6 grid justify-items-start gap-2">
        <StatusLine icon="link">
          {shared
            ? 'The person who asked shared this with you, and can turn the link off. It is not listed anywhere.'
            : 'Anyone with the link can see this page. It is not listed anywhere.'}
        </StatusLine>
        {!shared && <ReportProblem question={question} token={token} />}
      </div>
    </section>
  )
}

function Note({ from, children }: { from: string; children: string }) {
  return (
    <figure className="mt-6 border-signal border-l-4 pl-4">
      <figcaption className="label text-muted text-sm">{from}</figcaption>
      <blockquote className="mt-1 whitespace-pre-wrap">{children}</blockquote>
    </figure>
  )
}

function LastSeen({ seen, isCutOff }: { seen: SeenView; isCutOff: boolean }) {
  return (
    <div className="mt-4">
      <StatusLine icon={isCutOff ? 'offline' : 'clock'} live>
        {isCutOff ? 'Offline.' : 'We cannot check right now, and keep trying.'} This is how it stood{' '}
        {formatAgo(seen.seenAt, Date.now())}.
      </StatusLine>
    </div>
  )
}

/** Renders where to go next: an account for a visitor without one, or another request (S2-2.137, S2-2.138). */
function WhatNext({ athlete }: { athlete: FanQuestion['athlete'] }) {
  const { person } = useSession()
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {/* a page that an earlier version has stored lacks `isListed` */}
      {athlete.username && athlete.isListed !== false ? (
        <ButtonLink
          to="/request/{-$username}"
          params={{ username: athlete.username }}
          tone="secondary"
          size="small"
        >
          Make another request
        </ButtonLink>
      ) : (
        <ButtonLink to="/ask" tone="secondary" size="small">
          Ask another athlete
        </ButtonLink>
      )}
      {!person && (
        <ButtonLink to="/fanjoin" tone="secondary" size="small">
          Create a free account
        </ButtonLink>
      )}
    </div>
  )
}

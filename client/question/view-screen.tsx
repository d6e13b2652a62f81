import { useParams } from '@tanstack/react-router'
import type { FanQuestion } from '../../sync/calls.ts'
import { serverNow } from '../app/session.ts'
import { VideoPlayer } from '../media/player.tsx'
import { formatAgo } from '../text/format.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton, SkeletonText } from '../ui/status/skeleton.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { CancelQuestion } from './view/cancel-question.tsx'
import { CorrectEmail } from './view/correct-email.tsx'
import { headlineOf, moneyOf, storyOf } from './view/question-story.ts'
import { RatingForm } from './view/rating-form.tsx'
import { ReportProblem } from './view/report-problem.tsx'
import { Story } from './view/story.tsx'
import { TipSection } from './view/tip-section.tsx'
import { type SeenView, useQuestionView } from './view/use-question-view.ts'
import { WhatNext } from './view/what-next.tsx'
import type { CardFormComponent } from './wizard/card-seam.ts'

/** The page behind the private link: where the question is, from the first minute to the answer (S1-2, D41, D42). */
export function ViewScreen({ loadCardForm }: { loadCardForm: () => Promise<CardFormComponent> }) {
  const { token = '' } = useParams({ strict: false })
  const { seen, state, refresh } = useQuestionView(token)
  if (state === 'missing' || state === 'replaced' || state === 'ended') return <NotThere why={state} />
  if (!seen)
    return state === 'asking' ? <Loading /> : <NothingSeen isCutOff={state === 'cut-off'} onRetry={refresh} />
  const { question } = seen.view
  return (
    <article className="wrap py-8 md:py-12">
      <Head question={question} />
      {(state === 'cut-off' || state === 'trouble') && (
        <LastSeen seen={seen} isCutOff={state === 'cut-off'} />
      )}
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        {question.answer?.videoId && (
          <section aria-label="The answer" className="grid min-w-0 gap-8">
            <VideoPlayer
              videoId={question.answer.videoId}
              token={token}
              label={`The answer of ${question.athlete.firstName} ${question.athlete.lastName}`}
              className="aspect-[4/5] max-h-[76dvh] md:aspect-video"
            />
            <RatingForm question={question} token={token} onRated={refresh} />
          </section>
        )}
        <aside
          aria-label="Progress"
          className="grid content-start gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <Story chapters={storyOf(question, serverNow())} />
          <Money question={question} />
          <TipSection question={question} token={token} loadCardForm={loadCardForm} onPaid={refresh} />
          {question.status === 'new' && <CorrectEmail questionId={question.questionId} token={token} />}
          {question.status === 'new' && <CancelQuestion question={question} onCancelled={refresh} />}
        </aside>
        <TheQuestion question={question} token={token} />
      </div>
    </article>
  )
}

function Head({ question }: { question: FanQuestion }) {
  const { athlete } = question
  const name = `${athlete.firstName} ${athlete.lastName}`
  return (
    <header className="grid gap-4">
      <p className="flex items-center gap-3">
        <Avatar name={name} src={athlete.pictureUrl} />
        <span className="min-w-0">
          <span className="block text-muted text-sm">Your question to</span>
          <span className="label block truncate text-lg">{name}</span>
        </span>
      </p>
      <h1 aria-live="polite" className="display text-4xl">
        {headlineOf(question)}
      </h1>
    </header>
  )
}

function Money({ question }: { question: FanQuestion }) {
  const isBack = question.hold === 'released' || question.hold === 'lapsed'
  return (
    <section aria-label="Payment" className="border-t pt-6">
      <StatusLine icon={question.hold === 'none' ? 'check' : isBack ? 'arrow-left' : 'card'} live>
        {moneyOf(question)}
      </StatusLine>
    </section>
  )
}

function TheQuestion({ question, token }: { question: FanQuestion; token: string }) {
  const { subject, text, videoId, kind, adminNote, athleteNote, athlete } = question
  return (
    <section aria-labelledby="the-question" className="min-w-0">
      <p className="label text-muted text-sm">You asked</p>
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
            className="aspect-[4/5] max-h-[60dvh] md:aspect-video"
          />
        </div>
      )}
      {kind === 'video' && !videoId && (
        <p className="mt-3 text-muted">The video of this question is not kept any more.</p>
      )}
      {adminNote && <Note from="Our note">{adminNote}</Note>}
      {athleteNote && <Note from={`A word from ${athlete.firstName}`}>{athleteNote}</Note>}
      <WhatNext athlete={athlete} />
      <div className="mt-6 grid justify-items-start gap-2">
        <StatusLine icon="link">
          Whoever has the link to this page can see it. It is listed nowhere.
        </StatusLine>
        <ReportProblem token={token} />
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
        {isCutOff ? 'Offline.' : 'We cannot look right now, and try again by ourselves.'} This is how it stood{' '}
        {formatAgo(seen.seenAt, Date.now())}.
      </StatusLine>
    </div>
  )
}

const NOT_THERE = {
  missing: {
    title: 'This link opens nothing',
    text: 'It may have been cut in the mail. The latest e-mail about your question has the link that counts, and we can mail it to you again.',
  },
  replaced: {
    title: 'This link was replaced',
    text: 'The question has a newer link, which went out by mail. The latest e-mail has the one that counts, and we can mail it again.',
  },
  ended: {
    title: 'This link has expired',
    text: 'Answers are kept for two years, and shorter where somebody asked us to delete what is theirs. What it showed is not kept any more.',
  },
}

function NotThere({ why }: { why: keyof typeof NOT_THERE }) {
  const { title, text } = NOT_THERE[why]
  return (
    <div className="wrap py-10 md:py-16">
      <h1 className="sr-only">Your question</h1>
      <EmptyState
        title={title}
        drawing="circle"
        action={
          why === 'ended' ? (
            <ButtonLink to="/ask">Ask a question</ButtonLink>
          ) : (
            <ButtonLink to="/lostlink">Lost link?</ButtonLink>
          )
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}

function NothingSeen({ isCutOff, onRetry }: { isCutOff: boolean; onRetry: () => Promise<void> }) {
  return (
    <div className="wrap py-10 md:py-16">
      <h1 className="sr-only">Your question</h1>
      {isCutOff ? (
        <EmptyState title="Offline" drawing="track">
          This question was not opened on this device before. It shows by itself when you are back.
        </EmptyState>
      ) : (
        <EmptyState
          title="Not right now"
          drawing="track"
          action={
            <Button icon="retry" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Your question is safe with us; we cannot show it at this moment.
        </EmptyState>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your question" className="wrap py-8 md:py-12">
      <div className="flex items-center gap-3">
        <Skeleton className="size-12" />
        <Skeleton className="h-6 w-40" />
      </div>
      <Skeleton className="mt-4 h-14 w-4/5 max-w-xl" />
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="grid content-start gap-4">
          <Skeleton className="h-8 w-1/2" />
          <SkeletonText lines={4} />
        </div>
        <div className="grid content-start gap-6">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      </div>
    </div>
  )
}

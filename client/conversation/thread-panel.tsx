import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerDocument, ConversationDocument } from '../../sync/collections.ts'
import { hasLeft, isAthlete, partnerName, spokenPartner } from '../answer/asker-words.ts'
import { useNow } from '../answer/use-now.ts'
import { isAsked, useWaiting } from '../answer/use-waiting.ts'
import { goneAnswer } from '../media/gone-words.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton, SkeletonText } from '../ui/status/skeleton.tsx'
import { ClarificationPart } from './clarification-part.tsx'
import { AnswerMessage, QuestionMessage } from './message-card.tsx'
import { flagOf, type Message, partnerBanner, threadDays } from './thread.ts'
import { useKeptPlace, useLatestInView } from './thread-place.ts'
import { type ThreadView, useThread } from './use-conversations.ts'

type ThreadPanelProps = { conversationId: string; personId: string }

/** How many questions show at first. More of them would delay the tap that opens a long conversation. */
const FIRST = 10
const MORE = 30

/** Shows one conversation: the other person, and the latest messages by day, with earlier ones on demand. */
export function ThreadPanel({ conversationId, personId }: ThreadPanelProps) {
  const [wanted, setWanted] = useState(FIRST)
  const thread = useThread(conversationId, wanted)
  const { conversation, ready } = thread
  if (!conversation) return ready ? <NotHere /> : <ThreadSkeleton />
  return (
    <section aria-label={`Conversation with ${partnerName(conversation.partner)}`}>
      <PartnerHead conversation={conversation} />
      <Days
        thread={thread}
        conversation={conversation}
        personId={personId}
        onEarlier={() => setWanted(wanted + MORE)}
      />
    </section>
  )
}

/** Shows who the other person is (S2-2.61, S2-2.62), and on phones the link back (S2-2.66). */
export function PartnerHead({ conversation: { partner } }: { conversation: ConversationDocument }) {
  const name = partnerName(partner)
  return (
    <header className="border-b pb-5">
      <BackLink />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={name} src={partner.pictureUrl} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="display truncate text-2xl">{name}</h2>
          <p className="mt-1 text-muted text-sm">
            {partnerBanner(partner)}
            {'\u00a0'}
            <Flag countryCode={partner.countryCode} />
          </p>
        </div>
        {partner.username && isAthlete(partner) && (
          <ButtonLink
            to="/ask/$username"
            params={{ username: partner.username }}
            tone="secondary"
            size="small"
            className="max-sm:w-full"
          >
            {partner.role === 'test' ? 'Make a new request' : 'Ask again'}
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

function BackLink() {
  return (
    <Link
      to="/dashboard"
      search={{ tab: 'conversations' }}
      className="label -mt-2 mb-2 -ml-2 inline-flex min-h-11 items-center gap-1.5 rounded px-2 text-sm lg:hidden"
    >
      <Icon name="arrow-left" className="size-5" />
      Back
    </Link>
  )
}

type DaysProps = {
  thread: ThreadView
  conversation: ConversationDocument
  personId: string
  onEarlier: () => void
}

function Days({ thread, conversation, personId, onEarlier }: DaysProps) {
  const { questions, answers } = thread
  const now = useNow()
  const { waiting } = useWaiting()
  const shown = threadDays(thread, now)
  const messages = shown.flatMap((day) => day.messages)
  const open = new Set(waiting.map(({ question }) => question.id))
  const days = useLatestInView(messages, open)
  const keepPlace = useKeptPlace(days, messages[0]?.id)
  const latest = questions.toSorted((a, b) => b.submittedAt - a.submittedAt)[0]
  const answerOf = new Map(answers.filter(isThere).map((answer) => [answer.questionId, answer]))
  const show = (message: Message) => {
    if (message.kind === 'answer') {
      const { answer, question } = message
      const isOwn = answer.athleteId === personId
      return (
        <AnswerMessage
          key={answer.id}
          answer={answer}
          subject={question?.subject ?? 'your question'}
          isOwn={isOwn}
          isUnpaid={question?.reason === 'payment-lapsed'}
          gone={isOwn ? undefined : goneAnswer(hasLeft(conversation.partner))}
        >
          {question?.clarification && (
            <ClarificationPart
              question={question}
              clarification={question.clarification}
              isOwn={isOwn}
              hasLeft={hasLeft(conversation.partner)}
              partner={spokenPartner(conversation.partner)}
            />
          )}
        </AnswerMessage>
      )
    }
    const { question } = message
    return (
      <QuestionMessage
        key={question.id}
        question={question}
        answer={answerOf.get(question.id) ?? null}
        viewer={isAsked(question, personId) ? 'athlete' : 'fan'}
        partner={spokenPartner(conversation.partner)}
        isOpen={open.has(question.id)}
        isLatest={question === latest}
        now={now}
      />
    )
  }
  return (
    <div ref={days} tabIndex={-1} className="grid grid-cols-1 gap-8 py-6 outline-none">
      {thread.hasEarlier && (
        <Button
          tone="secondary"
          size="small"
          className="justify-self-center"
          onClick={() => {
            keepPlace()
            onEarlier()
          }}
        >
          Show earlier messages
        </Button>
      )}
      {shown.map(({ day, messages }) => (
        <div key={day} className="flex flex-col gap-4">
          <p className="label flex items-center gap-4 text-muted text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {day}
          </p>
          {messages.map(show)}
        </div>
      ))}
    </div>
  )
}

function isThere({ state }: AnswerDocument): boolean {
  return state !== 'withdrawn'
}

function NotHere() {
  return (
    <div className="py-8">
      <BackLink />
      <p className="mt-4 text-muted">This conversation is not on this device.</p>
    </div>
  )
}

function ThreadSkeleton() {
  return (
    <div aria-hidden className="grid gap-8">
      <div className="flex items-center gap-4 border-b pb-5">
        <Skeleton className="size-12" />
        <div className="flex-1">
          <SkeletonText lines={2} />
        </div>
      </div>
      <Skeleton className="h-40 max-w-xl" />
      <Skeleton className="h-40 w-full max-w-xl justify-self-end" />
    </div>
  )
}

const PROBE = { country: 'NO', size: 24 }

let drawsFlags: boolean | null = null

/** Shows a country's flag, or its two letters in a frame where this device cannot draw flags. */
function Flag({ countryCode }: { countryCode: string }) {
  const flag = flagOf(countryCode)
  if (flag === '') return null
  drawsFlags ??= hasFlags()
  if (drawsFlags) return <span aria-hidden>{flag}</span>
  return (
    <span
      aria-hidden
      className="label rounded-[3px] border border-control px-1 py-px text-[0.6875rem] leading-none"
    >
      {countryCode}
    </span>
  )
}

/** Checks whether this device draws flags. A drawn flag has colours, while letters and empty boxes are grey. */
function hasFlags(): boolean {
  if (typeof document === 'undefined') return false
  const { country, size } = PROBE
  const canvas = document.createElement('canvas')
  canvas.width = size * 2
  canvas.height = size
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  if (!brush) return false
  brush.font = `${size - 4}px sans-serif`
  brush.textBaseline = 'top'
  brush.fillText(flagOf(country), 0, 2)
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return true
  }
  return false
}

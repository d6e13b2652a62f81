import { Link } from '@tanstack/react-router'
import { GiveButton, SendAgainButton } from '../../answer/give-button.tsx'
import { RecallButton } from '../../answer/recall-button.tsx'
import { TakePicture } from '../../answer/take-picture.tsx'
import { TakeTools, WatchTools } from '../../answer/take-tools.tsx'
import { CONVERTING, conversionWords, useConversion } from '../../answer/use-conversion.ts'
import { useOnline } from '../../api/connection.ts'
import { LeftActions } from '../../media/record/left-actions.tsx'
import { VideoPoster } from '../../media/video-poster.tsx'
import { sendsWhenClosed } from '../../pwa/send-unless-seen.ts'
import { dismissEntry, retryEntry } from '../../store/outbox.ts'
import { saidOf } from '../../store/pending.ts'
import { StageWords } from '../../store/stage-words.tsx'
import { useDevice } from '../../store/use-device.ts'
import { formatBytes, formatTimer } from '../../text/format.ts'
import { thisPlace } from '../../text/this-place.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-name.ts'
import type { Tone } from '../../ui/status/badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Meter } from '../../ui/status/meter.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import type { OutboxItem } from './outbox-item.ts'

type OutboxPanelProps = {
  items: readonly OutboxItem[] | null
  canAnswer: boolean
  /** Folds the delivered items, because the panel stands among other content. */
  isFolded?: boolean
}

/** Renders everything of this account that is on this device and has not arrived, with one line on each. */
export function OutboxPanel({ items, canAnswer, isFolded = false }: OutboxPanelProps) {
  const online = useOnline()
  if (!items) return <Skeleton className="h-32" />
  if (items.length === 0) return <NothingUnderWay canAnswer={canAnswer} />
  const delivered = isFolded ? items.filter(({ stage }) => stage === 'delivered') : []
  const waiting = items.filter((item) => !delivered.includes(item))
  return (
    <div className="grid gap-3">
      {!sendsWhenClosed() && waiting.some(({ stage }) => LEAVES.includes(stage)) && (
        <StatusLine icon="info">
          This browser sends only while the app is open.{' '}
          {online ? 'Keep it open until everything is sent.' : 'Open it again when you have a network.'}
        </StatusLine>
      )}
      {waiting.length > 0 && <Lines items={waiting} />}
      {delivered.length > 0 && (
        <details className="group">
          <summary className="label flex min-h-11 cursor-pointer items-center gap-2 text-muted text-sm hover:text-ink">
            <Icon name="chevron-right" className="size-4 transition-transform group-open:rotate-90" />
            {delivered.length} delivered in the last day
          </summary>
          <div className="mt-2">
            <Lines items={delivered} />
          </div>
        </details>
      )}
    </div>
  )
}

/** The stages of what leaves by itself. */
const LEAVES: readonly OutboxItem['stage'][] = ['saved', 'waiting', 'uploading', 'cannot-read']

function Lines({ items }: { items: readonly OutboxItem[] }) {
  return (
    <ul className="card divide-y">
      {items.map((item) => (
        <li key={item.id}>
          <OutboxLine item={item} />
        </li>
      ))}
    </ul>
  )
}

type Look = { icon: IconName; tone: Tone }

const LOOKS: Record<OutboxItem['stage'], Look> = {
  saved: { icon: 'device', tone: 'plain' },
  kept: { icon: 'device', tone: 'plain' },
  closed: { icon: 'info', tone: 'warning' },
  unfinished: { icon: 'record', tone: 'warning' },
  waiting: { icon: 'offline', tone: 'plain' },
  uploading: { icon: 'upload', tone: 'plain' },
  sent: { icon: 'check', tone: 'success' },
  delivered: { icon: 'check-double', tone: 'success' },
  parked: { icon: 'warning', tone: 'warning' },
  refused: { icon: 'warning', tone: 'danger' },
  unreadable: { icon: 'warning', tone: 'danger' },
  'cannot-read': { icon: 'warning', tone: 'warning' },
  'sign-in': { icon: 'lock', tone: 'warning' },
}

const NAMES: Record<OutboxItem['kind'], { alone: string; link: string }> = {
  answer: { alone: 'Answer', link: 'for' },
  captions: { alone: 'Captions', link: 'for' },
  reply: { alone: 'Your reply', link: 'to' },
  report: { alone: 'Your report', link: 'about' },
  decline: { alone: 'Declined request', link: 'from' },
  question: { alone: 'Question', link: 'for' },
  profile: { alone: 'Changes', link: 'of' },
  message: { alone: 'Message', link: 'to' },
}

function OutboxLine({ item }: { item: OutboxItem }) {
  const { kind, stage, line, why, left, percent, title, take } = item
  const look = LOOKS[stage]
  // A video that was recorded here plays everywhere, so only a chosen file may need a conversion.
  const mayConvert = kind === 'answer' && stage === 'sent' && take?.source === 'file'
  const converted = useConversion(item.id, mayConvert)
  return (
    <article aria-labelledby={`outbox-${item.id}`} className="grid grid-cols-1 gap-2 p-4 md:p-5">
      <OutboxHead item={item} />
      <StatusLine icon={look.icon} tone={look.tone}>
        {converted === null ? (
          <StageWords said={saidOf(item)} line={line} />
        ) : (
          <StageWords said={CONVERTING} line={conversionWords(converted)} />
        )}
      </StatusLine>
      {stage === 'uploading' && <Meter value={percent / 100} label={`Uploading ${title}`} />}
      {why && (
        <p className="figures whitespace-pre-line text-muted text-sm [overflow-wrap:anywhere]">{why}</p>
      )}
      {left && <p className="figures text-muted text-xs">{left}</p>}
      <ItemActions item={item} />
    </article>
  )
}

/** Renders what an item is and for whom, beside a picture of its video. */
function OutboxHead({ item: { id, kind, who, title, stage, take, videoId } }: { item: OutboxItem }) {
  const picture = 'size-16 shrink-0 rounded'
  return (
    <header className="flex gap-3">
      {take && stage !== 'unfinished' && <TakePicture take={take} className={picture} />}
      {!take && videoId && <VideoPoster videoId={videoId} className={picture} />}
      <div className="grid min-w-0 grow grid-cols-1 content-start gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p id={`outbox-${id}`} className="label min-w-0 [overflow-wrap:anywhere]">
            {title}
          </p>
          {take && (
            <p className="figures shrink-0 text-muted text-xs">
              {formatTimer(take.durationMs / 1_000)} · {formatBytes(take.bytes)}
            </p>
          )}
        </div>
        <p className="text-muted text-sm">
          {who ? `${NAMES[kind].alone} ${NAMES[kind].link} ${who}` : NAMES[kind].alone}
        </p>
      </div>
    </header>
  )
}

/** Renders what the user can do about an item. */
function ItemActions({ item }: { item: OutboxItem }) {
  const { stage, take, entryId, questionId, kind } = item
  const device = useDevice()
  const isMine = stage === 'kept' || stage === 'refused' || stage === 'unreadable' || stage === 'closed'
  const isLeaving = !isMine && stage !== 'unfinished' && stage !== 'delivered'
  const canOpen =
    item.canReplace ||
    ((kind === 'answer' || kind === 'reply') && (stage === 'kept' || stage === 'unreadable'))
  return (
    <div className="grid justify-items-start gap-2 empty:hidden">
      {item.canSendAgain && take && <SendAgainButton take={take} />}
      {canOpen && (
        <ButtonLink
          to="/dashboard/answer/$questionId"
          params={{ questionId }}
          search={{ ...(kind === 'reply' && { reply: true }), ...(!item.canReplace && { take: take?.id }) }}
          tone="secondary"
          size="small"
          icon="camera"
        >
          {item.canReplace ? 'Record it again' : 'Open in the studio'}
        </ButtonLink>
      )}
      {stage === 'unfinished' && take && <LeftActions device={device} left={take} />}
      {stage === 'sign-in' && (
        <Link to="/signin" className="link">
          Sign in
        </Link>
      )}
      {stage === 'parked' && entryId && (
        <BusyButton tone="secondary" size="small" icon="retry" onPress={() => retryEntry(device, entryId)}>
          Try now
        </BusyButton>
      )}
      {stage === 'refused' && kind === 'profile' && (
        <Link to="/dashboard" search={{ tab: 'profile' }} className="link">
          Open your profile
        </Link>
      )}
      {stage === 'refused' && kind !== 'profile' && !take && entryId && (
        <Button tone="secondary" size="small" onClick={() => dismissEntry(device, entryId)}>
          Understood
        </Button>
      )}
      {item.canGive && take && <GiveButton take={take} />}
      {isMine && take && <TakeTools take={take} />}
      {isLeaving && take && (
        <WatchTools take={take}>{item.canRecall && <RecallButton take={take} />}</WatchTools>
      )}
    </div>
  )
}

function NothingUnderWay({ canAnswer }: { canAnswer: boolean }) {
  return (
    <EmptyState title="Nothing under way" drawing="velodrome">
      {canAnswer
        ? 'What you record appears here until it is delivered, with or without a network.'
        : `What you ask appears here until it has left ${thisPlace()}.`}
    </EmptyState>
  )
}

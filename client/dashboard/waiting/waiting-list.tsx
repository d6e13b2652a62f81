import { Link } from '@tanstack/react-router'
import { chalkOfSport } from '../../../sync/athlete/chalk-of-sport.ts'
import type { QuestionDocument } from '../../../sync/collections.ts'
import { AskerLine } from '../../answer/asker-line.tsx'
import { askerFacts, partnerName } from '../../answer/asker-words.ts'
import { useIsHere } from '../../answer/device-video.tsx'
import { useNow } from '../../answer/use-now.ts'
import type { WaitingView } from '../../answer/use-waiting.ts'
import type { Waiting } from '../../answer/waiting.ts'
import { formatDeadline } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { isolated } from '../../text/isolated.ts'
import { thisPlace } from '../../text/this-place.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

const URGENT_MS = 6 * 3_600_000

type WaitingListProps = {
  view: WaitingView
  sport: string | null
  /** Whether something else waits, which is shown below the list. */
  hasOther?: boolean
}

/** Renders what waits for the athlete: the most urgent question large, and the others below it by their deadlines. */
export function WaitingList({ view: { waiting, ready }, sport, hasOther = false }: WaitingListProps) {
  const [first, ...others] = waiting
  if (!first && hasOther) return null
  if (!first) return ready ? <NothingWaits /> : <Skeleton className="h-72" />
  return (
    <div className="grid grid-cols-1 gap-4">
      <FirstCard waiting={first} sport={sport} />
      {others.length > 0 && (
        <ul className="card divide-y overflow-hidden">
          {others.map((each) => (
            <li key={each.question.id}>
              <OtherLine waiting={each} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function FirstCard({ waiting: { question, asker }, sport }: { waiting: Waiting; sport: string | null }) {
  const now = useNow()
  const { subject, text, kind, amountCents, dueAt } = question
  return (
    <article data-theme="dark" className="relative isolate overflow-hidden rounded bg-field text-ink">
      <ChalkLines
        name={chalkOfSport(sport)}
        marked={false}
        anchor="end"
        className="-z-10 mask-l-from-25% mask-l-to-65% absolute inset-0 size-full text-ink opacity-15"
      />
      <div className="grid grid-cols-1 gap-3 p-4 sm:gap-5 sm:p-5 md:p-8">
        <div className="flex items-start justify-between gap-4">
          <AskerLine asker={asker} size="small" />
          <p className="display figures shrink-0 text-2xl">{shareText(amountCents)}</p>
        </div>
        <div>
          <h3 className="display line-clamp-3 text-2xl text-balance [overflow-wrap:anywhere] sm:text-3xl">
            {subject}
          </h3>
          {kind === 'text' ? (
            <p className="mt-2 line-clamp-2 max-w-2xl text-muted sm:mt-3 sm:line-clamp-3">{text}</p>
          ) : (
            <div className="mt-3">
              <KindLine question={question} />
            </div>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {dueAt !== null && (
            <StatusLine icon="clock" tone={dueAt - now < URGENT_MS ? 'warning' : 'plain'}>
              {formatDeadline(dueAt, now)}
            </StatusLine>
          )}
          <ButtonLink
            to="/dashboard/answer/$questionId"
            params={{ questionId: question.id }}
            icon="camera"
            size="large"
            className="max-sm:w-full"
          >
            Answer
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}

function OtherLine({ waiting: { question, asker } }: { waiting: Waiting }) {
  const now = useNow()
  const { subject, amountCents, dueAt } = question
  const name = asker ? partnerName(asker) : 'A fan'
  return (
    <Link
      to="/dashboard/answer/$questionId"
      params={{ questionId: question.id }}
      className="flex items-start gap-3 p-4 hover:bg-sunken focus-visible:-outline-offset-3 md:gap-4 md:p-5"
    >
      <Avatar name={name} src={asker?.pictureUrl} size="small" />
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <span className="label text-lg leading-snug [overflow-wrap:anywhere]">{subject}</span>
        <span className="text-muted text-sm">
          {[isolated(name), asker && askerFacts(asker)].filter(Boolean).join(', ')}
        </span>
        <KindLine question={question} />
        {dueAt !== null && (
          <span
            className={`figures flex items-center gap-2 text-sm ${dueAt - now < URGENT_MS ? 'text-warning' : 'text-muted'}`}
          >
            <Icon name="clock" className="size-[1.2em]" />
            {formatDeadline(dueAt, now)}
          </span>
        )}
      </span>
      <span className="grid shrink-0 justify-items-end gap-2">
        <span className="display figures text-xl">{shareText(amountCents)}</span>
        <Icon name="arrow-right" className="size-5 text-muted" />
      </span>
    </Link>
  )
}

/** Renders the first words of a text; for a video, whether it plays offline. */
function KindLine({ question: { kind, videoId, text } }: { question: QuestionDocument }) {
  const isHere = useIsHere(videoId)
  const words = kind === 'text' ? text : isHere ? `Video, on ${thisPlace()}` : 'Video'
  return (
    <span className="flex min-w-0 items-center gap-2 text-muted text-sm">
      <Icon name={kind === 'text' ? 'text' : 'play'} className="size-[1.2em]" />
      <span className="min-w-0 truncate">{words}</span>
    </span>
  )
}

function shareText(cents: number): string {
  return cents > 0 ? formatMoney(cents) : 'Free'
}

function NothingWaits() {
  return (
    <EmptyState title="Nothing is waiting for you">
      New questions appear here as soon as they are approved, the one due first on top.
    </EmptyState>
  )
}

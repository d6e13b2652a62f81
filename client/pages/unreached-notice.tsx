import { useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { ChalkName } from '../../sync/athlete/chalk-of-sport.ts'
import { ATHLETE_COPY } from '../../sync/athlete/copy.ts'
import { type DirectoryFilter, isFiltered } from '../../sync/athlete/directory.ts'
import type { Moment } from '../../sync/moment.ts'
import { useOnline } from '../api/connection.ts'
import { formatDateTime } from '../text/format.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { LostGround } from '../ui/chalk/lost-ground.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { MyQuestionsStrip } from './my-questions-strip.tsx'

type SeenNoticeProps = { at: Moment; what: string; children?: ReactNode }

/**
 * Renders a note with the time when this device last saw what the page shows. The page loads again once the server
 * can be reached.
 */
export function SeenNotice({ at, what, children }: SeenNoticeProps) {
  useReloadOnReturn()
  return (
    <StatusLine icon="offline" live>
      This is {what} as you last saw it, {formatDateTime(at)}. {children}
    </StatusLine>
  )
}

type MissingNoticeProps = { title: string; what: string; drawing: ChalkName }

/** Renders a notice that the server was not reached and that this device has nothing of the page. */
export function MissingNotice({ title, what, drawing }: MissingNoticeProps) {
  const router = useRouter()
  useReloadOnReturn()
  return (
    <EmptyState
      title={title}
      drawing={drawing}
      action={
        <Button icon="retry" onClick={() => void router.invalidate()}>
          Try again
        </Button>
      }
    >
      We could not reach the server, and {what} is not on this device yet. Once you have seen it, it is kept
      here.
    </EmptyState>
  )
}

/** Renders a notice that no athlete matches the search and that those shown come close. */
export function NearNotice({ q }: { q: string }) {
  return (
    <p className="text-lg text-pretty [overflow-wrap:anywhere]">
      No athlete matches “{q}”. These come close.
    </p>
  )
}

type NobodyFoundProps = { filter: DirectoryFilter; onClear: () => void }

/** Renders a notice that no athlete matches the filter or, without a filter, that the roster is empty. */
export function NobodyFound({ filter, onClear }: NobodyFoundProps) {
  if (!isFiltered(filter)) return <p className="text-lg">Nobody is on the roster yet.</p>
  return (
    <EmptyState
      title="No athletes match"
      drawing="lanes"
      action={
        <Button tone="secondary" onClick={onClear}>
          Show all athletes
        </Button>
      }
    >
      {adviceFor(filter)}
    </EmptyState>
  )
}

/** Returns what would widen this search. It suggests only filters that are set. */
export function adviceFor({ q, tags, price, within }: DirectoryFilter): string {
  const ways = [
    tags.length > 0 && 'remove a tag',
    (price || within) && 'allow any price and any time',
    q !== '' && 'search for a sport, a position or a topic in fewer words',
  ].filter((way) => typeof way === 'string')
  const last = ways.pop() ?? ''
  const said = [ways.join(', '), last].filter(Boolean).join(' or ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}

/** Renders a notice that no athlete has this username (S1-2.96). */
export function NoAthlete() {
  const { username } = useParams({ strict: false })
  return (
    <LostGround name="circle" title={ATHLETE_COPY.notFound}>
      <p className="mt-5 max-w-xl text-lg text-muted text-pretty">
        The name in the address may be misspelled, or the athlete has left.
      </p>
      <ButtonLink to="/ask" className="mt-8">
        Browse the roster
      </ButtonLink>
      <div className="mt-10 grid max-w-2xl gap-8 empty:hidden">
        <MyQuestionsStrip username={username} isClosed />
      </div>
    </LostGround>
  )
}

/** Loads the screen's data again as soon as the browser is online. */
function useReloadOnReturn() {
  const router = useRouter()
  const online = useOnline()
  useEffect(() => {
    if (online) void router.invalidate()
  }, [router, online])
}

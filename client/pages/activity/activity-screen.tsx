import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.ts'
import type { Activity } from '../../store/account/activity.ts'
import { formatDay, formatTime } from '../../text/format.ts'
import { groupBy } from '../../text/group-by.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'

const loadActivity = () => import('../../store/account/activity.ts')

const OF_DEVICE =
  'What happened on this device, newest first. It is kept here and nowhere else, and it can be read without a network.'
const OF_PAGE =
  'What happened on this page, newest first. The list is gone once you close or reload the page.'

const LOOKS = {
  plain: { icon: 'info', colour: 'text-muted' },
  success: { icon: 'check', colour: 'text-success' },
  danger: { icon: 'warning', colour: 'text-danger' },
} as const

/**
 * Renders the messages that appeared on this device for a short time, newest first, with and without a network
 * (D89).
 */
export function ActivityScreen() {
  const { account } = useSession()
  const activities = useActivities(account)
  const clear = () => void loadActivity().then(({ forgetActivities }) => forgetActivities(account))
  return (
    <div className="wrap grid w-full max-w-4xl grid-cols-1 content-start gap-8 py-10 md:gap-10 md:py-16">
      <ScreenHead
        title="Activity"
        lead={keepsNothing() ? OF_PAGE : OF_DEVICE}
        actions={
          activities !== null &&
          activities.length > 0 && (
            <Button tone="secondary" size="small" icon="trash" onClick={clear}>
              Clear the list
            </Button>
          )
        }
      />
      {activities === null ? <Skeleton className="h-48" /> : <ActivityList activities={activities} />}
    </div>
  )
}

function ActivityList({ activities }: { activities: readonly Activity[] }) {
  if (activities.length === 0) {
    return (
      <EmptyState title="Nothing yet" action={<ButtonLink to="/ask">Browse the roster</ButtonLink>}>
        What you send, save, cancel or are told here is listed, so that a message you missed is not lost.
      </EmptyState>
    )
  }
  const now = Date.now()
  const days = groupBy(activities, ({ at }) => formatDay(at, now))
  return (
    <div className="grid gap-8">
      {[...days].map(([day, those]) => (
        <section key={day} aria-label={day}>
          <h2 className="label text-muted text-sm">{day}</h2>
          <ul className="card mt-2 divide-y">
            {those.map((activity) => (
              <ActivityLine key={activity.id} activity={activity} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ActivityLine({ activity: { at, text, tone } }: { activity: Activity }) {
  const { icon, colour } = LOOKS[tone]
  return (
    <li className="flex items-start gap-3 p-4 md:px-5">
      <Icon name={icon} className={`mt-0.5 size-5 shrink-0 ${colour}`} />
      <p className="min-w-0 flex-1 break-words text-pretty">{text}</p>
      <time dateTime={new Date(at).toISOString()} className="figures shrink-0 pt-0.5 text-muted text-sm">
        {formatTime(at)}
      </time>
    </li>
  )
}

/**
 * Returns the account's list, or null until it has been read. If the device's database cannot be read, the list is
 * empty.
 */
function useActivities(account: string): readonly Activity[] | null {
  const [found, setFound] = useState<{ account: string; activities: readonly Activity[] } | null>(null)
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const show = (activities: readonly Activity[]) => {
      if (!isOver) setFound({ account, activities })
    }
    loadActivity()
      .then(({ watchActivities }) => watchActivities(account, show))
      .then(
        (unwatch) => {
          stop = unwatch
          if (isOver) unwatch()
        },
        () => show([]),
      )
    return () => {
      isOver = true
      stop()
    }
  }, [account])
  return found?.account === account ? found.activities : null
}

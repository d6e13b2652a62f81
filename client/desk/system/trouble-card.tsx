import { useState } from 'react'
import type { Trouble } from '../../../sync/desk/troubles.ts'
import { useOnline } from '../../api/connection.ts'
import { formatAgo } from '../../text/format.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-name.ts'
import { ThingLink } from '../found/thing-link.tsx'
import { ReasonDialog } from '../money/reason-dialog.tsx'
import { act, sendAct } from '../office/send-act.ts'
import { adviceOf, titleOf } from './trouble-words.ts'

const ICONS: Record<Trouble['of'], IconName> = { job: 'settings', mail: 'mail', push: 'bell', money: 'card' }

type TroubleCardProps = { trouble: Trouble; now: number; onDone: () => void }

/**
 * Renders one trouble: the task that failed, the thing it was about, advice for the admin, and the buttons to retry
 * or drop it.
 */
export function TroubleCard({ trouble, now, onDone }: TroubleCardProps) {
  const { about, tries, error, since } = trouble
  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
      <div className="flex min-w-0 gap-3">
        <Icon name={ICONS[trouble.of]} className="mt-0.5 size-5 shrink-0 text-warning" />
        <div className="grid min-w-0 gap-1 text-sm">
          <p className="label text-base [overflow-wrap:anywhere]">
            {titleOf(trouble)}
            {about && (
              <>
                {' · '}
                <ThingLink thing={about} />
              </>
            )}
          </p>
          <p>{adviceOf(trouble)}</p>
          <p className="figures text-muted [overflow-wrap:anywhere]">
            {formatAgo(since, now)}, {tries === 1 ? 'one try' : `${tries} tries`}
            {error && `: ${error}`}
          </p>
        </div>
      </div>
      <Ends trouble={trouble} onDone={onDone} />
    </li>
  )
}

const MEANINGS = {
  'not-found': 'This is no longer stuck: it was done, is being tried again, or was dropped.',
}

function Ends({ trouble, onDone }: Omit<TroubleCardProps, 'now'>) {
  const online = useOnline()
  const [isAsking, setAsking] = useState(false)
  const { of, id: troubleId, mayRetry, mayDrop } = trouble
  const title = titleOf(trouble)
  const retry = async () => {
    await sendAct({ name: 'trouble.retry', args: { of, troubleId } }, 'It is being tried again.', MEANINGS)
    onDone()
  }
  const drop = async (reason: string) => {
    const intent = { name: 'trouble.drop', args: { of, troubleId, reason } } as const
    const outcome = await act(intent, 'It is dropped.', MEANINGS)
    onDone()
    return outcome
  }
  return (
    <div className="flex flex-wrap gap-2 max-md:pl-8">
      {mayRetry && (
        <BusyButton
          tone="secondary"
          size="small"
          icon="retry"
          disabled={!online}
          aria-label={`Try again: ${title}`}
          onPress={retry}
        >
          Try again
        </BusyButton>
      )}
      {mayDrop && (
        <Button
          tone="quiet"
          size="small"
          disabled={!online}
          aria-label={`Drop: ${title}`}
          onClick={() => setAsking(true)}
        >
          Drop
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          of={`drop ${troubleId}`}
          title="Drop this?"
          action="Drop"
          keep="Keep it"
          tone="danger"
          onSend={drop}
          onClose={() => setAsking(false)}
        >
          <p>{title}: nobody tries it again. Who dropped it and why stays in the audit.</p>
        </ReasonDialog>
      )}
    </div>
  )
}

import { useState } from 'react'
import { useNow } from '../../answer/use-now.ts'
import type { Waiting } from '../../answer/waiting.ts'
import { useOnline } from '../../api/connection.ts'
import { useKept } from '../../pwa/offline.ts'
import { sendsWhenClosed } from '../../pwa/send-unless-seen.ts'
import type { Taken } from '../../store/fetch-video.ts'
import { takeAlong } from '../../store/prefetch.ts'
import { isHeldBack, readSendingChoice } from '../../store/sending/network-preference.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { formatSoon, formatUntil } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { takenAlong, takenWords } from './take-along.ts'
import { useOnDevice } from './use-on-device.ts'

const HOUR_MS = 3_600_000
/** The choices of how many hours there will be no network. */
const LENGTHS = ['3', '8', '14', '24', '48', '72'] as const

/** Returns what happens with the answers after landing, if the browser sends `whenClosed` and if videos are held. */
export function afterLanding(whenClosed: boolean, isHeld: boolean): string {
  if (isHeld) {
    const heard = 'fans hear that they are coming; the videos are held back, as you chose in the outbox.'
    return whenClosed ? `Once you have landed, ${heard}` : `Open the app once you have landed: then ${heard}`
  }
  return whenClosed
    ? 'Once you have landed, we send them automatically, the most urgent first.'
    : 'Open the app once you have landed: then we send them, the most urgent first.'
}

/** What is said of the app itself, with the icon and tone. */
const APP_LINES = {
  kept: ['check', 'success', 'The app itself opens without a network.'],
  preparing: ['download', 'plain', 'The app is still being stored. Stay a moment.'],
  none: [
    'warning',
    'warning',
    'The app itself is not stored in this browser. Leave this page open on the way.',
  ],
} as const

type JourneyDialogProps = { waiting: readonly Waiting[]; onClose: () => void }

/** Renders the dialog before a journey: fetches everything that waits, and names what runs out on the way. */
export function JourneyDialog({ waiting, onClose }: JourneyDialogProps) {
  const device = useDevice()
  const now = useNow()
  const online = useOnline()
  const app = useKept()
  const here = useOnDevice()
  const choice = useStored(readSendingChoice)
  const later = afterLanding(sendsWhenClosed(), choice !== null && isHeldBack(choice))
  const [isFetching, setFetching] = useState(false)
  const [taken, setTaken] = useState<Taken>('all')
  const [hours, setHours] = useState<(typeof LENGTHS)[number]>('8')
  const questions = waiting.map(({ question }) => question)
  const landsAt = now + Number(hours) * HOUR_MS
  const along = takenAlong({ questions, videoIds: here?.videoIds ?? [], landsAt, isFetching })
  const fetchAll = async () => {
    setFetching(true)
    setTaken('all')
    setTaken(await takeAlong(device, questions).catch((): Taken => 'cut-off'))
    setFetching(false)
  }
  const missingText = along.missing > 0 ? takenWords(taken) : null
  const isPulled = here?.isPulled === true
  const [appIcon, appTone, appLine] = APP_LINES[isPulled || app === 'none' ? app : 'preparing']
  const isReady = app !== 'preparing' && isPulled && along.missing === 0
  return (
    <Dialog
      open
      title="Take my inbox with me"
      onClose={onClose}
      footer={
        isReady ? (
          <Button onClick={onClose}>Ready to go</Button>
        ) : (
          <Button icon="download" loading={isFetching} disabled={!online} onClick={() => void fetchAll()}>
            Take everything
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        <ChoiceField
          label="Back online in"
          hint={`That is about ${formatSoon(landsAt, now)}.`}
          name="journey"
          value={hours}
          onChange={setHours}
          layout="thirds"
          choices={LENGTHS.map((value) => ({ value, label: `${value} h` }))}
        />
        <div className="grid gap-2" aria-live="polite">
          <StatusLine
            icon={along.missing === 0 ? 'check' : 'download'}
            tone={along.missing === 0 ? 'success' : 'plain'}
          >
            {along.line}
          </StatusLine>
          <StatusLine icon={appIcon} tone={appTone}>
            {appLine}
          </StatusLine>
          {missingText && (
            <StatusLine icon="warning" tone="warning">
              {missingText}
            </StatusLine>
          )}
          {along.warning && (
            <StatusLine icon="warning" tone="warning">
              {along.warning}
            </StatusLine>
          )}
          {along.dueBefore.length > 0 && (
            <ul className="ml-7 grid list-disc gap-1 pl-4 text-sm">
              {along.dueBefore.map(({ id, subject, dueAt }) => (
                <li key={id} className="[overflow-wrap:anywhere]">
                  “{subject}”, {formatUntil(dueAt ?? now, now)}
                </li>
              ))}
            </ul>
          )}
          {!online && along.missing > 0 && !missingText && (
            <StatusLine icon="offline">Offline: what is missing can be fetched when you are back.</StatusLine>
          )}
        </div>
        <p className="text-muted text-sm text-pretty">
          Record on the way, one after the other. Every answer is safe the second you stop. {later}
        </p>
      </div>
    </Dialog>
  )
}

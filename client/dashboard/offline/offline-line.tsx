import type { Waiting } from '../../answer/waiting.ts'
import { useOnline } from '../../api/connection.ts'
import { useKept } from '../../pwa/offline.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import type { IconName } from '../../ui/icon-name.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { type OnDevice, useOnDevice } from './use-on-device.ts'

const ICONS: Record<OfflineReadiness['state'], IconName> = {
  ready: 'check',
  preparing: 'download',
  incomplete: 'info',
}

/** Says whether everything of this person works offline, for an athlete who is about to board. */
export function OfflineLine({ waiting }: { waiting: readonly Waiting[] }) {
  const online = useOnline()
  const app = useKept()
  const here = useOnDevice()
  if (app === 'none' || !here || keepsNothing()) return null
  const { state, line } = offlineReadiness({ app, ...here, waiting, online })
  return (
    <div className="mt-10 border-t pt-4">
      <StatusLine icon={ICONS[state]} live>
        {line}
      </StatusLine>
    </div>
  )
}

type OfflineReadiness = { state: 'ready' | 'preparing' | 'incomplete'; line: string }

type Facts = OnDevice & {
  app: 'preparing' | 'kept'
  waiting: readonly { question: Pick<Waiting['question'], 'videoId'> }[]
  online: boolean
}

/** Returns the line about working offline: first the app and the documents count, then the waiting videos. */
export function offlineReadiness({ app, isPulled, videoIds, waiting, online }: Facts): OfflineReadiness {
  if (app !== 'kept' || !isPulled) {
    return online
      ? { state: 'preparing', line: 'Getting this device ready for offline' }
      : { state: 'incomplete', line: 'Not everything is on this device yet.' }
  }
  const missing = waiting.filter(
    ({ question }) => question.videoId && !videoIds.includes(question.videoId),
  ).length
  if (missing === 0) return { state: 'ready', line: 'Ready for offline' }
  const videos = missing === 1 ? 'one question’s video is' : `the videos of ${missing} questions are`
  return {
    state: 'incomplete',
    line: `Ready for offline, but ${videos} not on this device yet.`,
  }
}

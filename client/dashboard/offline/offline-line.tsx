import type { Waiting } from '../../answer/waiting.ts'
import { useOnline } from '../../api/connection.ts'
import { useKept } from '../../pwa/offline.ts'
import type { IconName } from '../../ui/icon-name.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { type OfflineReadiness, offlineReadiness } from './offline-readiness.ts'
import { useOnDevice } from './use-on-device.ts'

const ICONS: Record<OfflineReadiness['state'], IconName> = {
  ready: 'check',
  preparing: 'download',
  incomplete: 'info',
}

/** Whether everything of this person works without a network: what somebody looks for before boarding. */
export function OfflineLine({ waiting }: { waiting: readonly Waiting[] }) {
  const online = useOnline()
  const app = useKept()
  const here = useOnDevice()
  if (app === 'none' || !here) return null
  const { state, line } = offlineReadiness({ app, ...here, waiting, online })
  return (
    <div className="mt-10 border-t pt-4">
      <StatusLine icon={ICONS[state]} live>
        {line}
      </StatusLine>
    </div>
  )
}

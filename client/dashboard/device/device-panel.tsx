import { useIsForgotten } from '../../media/use-is-forgotten.ts'
import { LITTLE_BYTES, useStorage } from '../../media/use-storage.ts'
import { forgetsUnvisited } from '../../pwa/forgets-unvisited.ts'
import { shownOnApple } from '../../pwa/home-screen.ts'
import {
  keepSendingChoice,
  networkKind,
  readSendingChoice,
  type SendingChoice,
} from '../../store/sending/network-preference.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { formatBytes } from '../../text/format.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Meter } from '../../ui/status/meter.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { PushSwitch } from './push-switch.tsx'

type DevicePanelProps = { canAnswer: boolean; pushLabel: string }

/** Renders the settings of this device: notifications, when videos leave, and what it stores. */
export function DevicePanel({ canAnswer, pushLabel }: DevicePanelProps) {
  return (
    <section aria-labelledby="this-device" className="grid content-start gap-4">
      <h2 id="this-device" className="display text-2xl">
        This device
      </h2>
      <div className="card grid divide-y">
        <div className="p-4 md:p-5">
          <PushSwitch label={pushLabel} />
        </div>
        {canAnswer && <SendingSwitches />}
        <StorageMeter canAnswer={canAnswer} />
      </div>
    </section>
  )
}

function SendingSwitches() {
  const device = useDevice()
  const choice = useStored(readSendingChoice)
  if (!choice) return null
  const change = (part: Partial<SendingChoice>) => void keepSendingChoice(device, part)
  const isTold = networkKind() !== 'unknown'
  return (
    <div className="grid gap-1 p-4 md:p-5">
      <CheckField
        kind="switch"
        label={isTold ? 'Send videos on Wi-Fi only' : 'Hold videos back'}
        hint={
          isTold
            ? 'The announcement of an answer, a few hundred bytes, still goes at once: it stops the clock.'
            : 'This browser cannot tell Wi-Fi from mobile data, so videos wait while this is on. Fans still hear at once that an answer is coming.'
        }
        checked={choice.wifiOnly}
        onChange={({ target }) => change({ wifiOnly: target.checked })}
      />
      <CheckField
        kind="switch"
        label="Save data"
        hint="Smaller recordings, and no video is fetched before you ask for it."
        checked={choice.saveData}
        onChange={({ target }) => change({ saveData: target.checked })}
      />
    </div>
  )
}

function StorageMeter({ canAnswer }: { canAnswer: boolean }) {
  const storage = useStorage()
  if (keepsNothing()) return null
  if (!storage) return <NotSaidToKeep />
  const { usage, quota, isPersisted, takesBytes, keptBytes, ask } = storage
  const free = Math.max(0, quota - usage)
  return (
    <div className="grid gap-3 p-4 md:p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="label">Storage</span>
        <span className="figures text-muted text-sm">{formatBytes(free)} left for this app</span>
      </p>
      <Meter value={Math.min(1, usage / quota)} label="Storage used" />
      <p className="figures text-muted text-sm">
        Recordings {formatBytes(takesBytes)}, {canAnswer ? 'questions' : 'answers saved'} for offline{' '}
        {formatBytes(keptBytes)}
      </p>
      {free < LITTLE_BYTES && (
        <StatusLine icon="warning" tone="warning">
          There is little room left{canAnswer && ': a one-minute recording takes about 16 MB'}. Delete what
          you do not need.
        </StatusLine>
      )}
      {isPersisted ? (
        <StatusLine icon="check" tone="success">
          The browser keeps your recordings.
        </StatusLine>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 flex-1 basis-52">
            {forgetsUnvisited() ? (
              <ForgetsLine />
            ) : (
              <StatusLine icon="info">
                The browser may delete your recordings when the device runs out of space.
              </StatusLine>
            )}
          </div>
          <BusyButton tone="secondary" size="small" onPress={ask}>
            Keep my recordings
          </BusyButton>
        </div>
      )}
    </div>
  )
}

/** Renders what holds in a browser that does not say how much it stores, such as Safari before version 17. */
function NotSaidToKeep() {
  return useIsForgotten() ? (
    <div className="p-4 md:p-5">
      <ForgetsLine />
    </div>
  ) : null
}

function ForgetsLine() {
  const app = shownOnApple() ? 'the app on your Home Screen' : 'the app in your Dock'
  return (
    <StatusLine icon="warning" tone="warning">
      This browser may delete your recordings after a week without a visit, and when the device runs out of
      space. Save them to files, or record in {app}, which keeps what you record there.
    </StatusLine>
  )
}

import type { OutboxRow } from '../../db/device.ts'
import { dismissEntry } from '../../store/outbox.ts'
import { useDevice } from '../../store/use-device.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'

type RefusedCardProps = { entry: OutboxRow; onUse: () => void }

/** A change that came second: the other one stands, and this one is kept until its owner decides (D98). */
export function RefusedCard({ entry, onUse }: RefusedCardProps) {
  const device = useDevice()
  const isConflict = entry.refusal?.code === 'changed-meanwhile'
  return (
    <div role="alert" className="card grid justify-items-start gap-3 p-4 md:p-5">
      <p className="max-w-xl text-pretty">
        {isConflict
          ? 'Your profile was changed on another device before this change arrived, so that one stands. What you entered here is kept.'
          : entry.refusal && refusalText(entry.refusal)}
      </p>
      <div className="flex flex-wrap gap-3">
        {isConflict && (
          <Button
            size="small"
            onClick={async () => {
              onUse()
              await dismissEntry(device, entry.id)
            }}
          >
            Look at what I entered
          </Button>
        )}
        <Button tone="secondary" size="small" onClick={() => dismissEntry(device, entry.id)}>
          Discard it
        </Button>
      </div>
    </div>
  )
}

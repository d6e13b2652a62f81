import { type DeskPayout, payoutConfirm } from '../../../sync/payment/payout.ts'
import type { Device, SettingRow } from '../../db/device.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { Button } from '../../ui/button.tsx'
import { tellNotKept } from '../../ui/not-kept.ts'
import { referenceKey, referencesOf } from './payout-attempt.ts'

/**
 * Shows the references that were typed on this device for a payout and not recorded for it, as after another admin
 * said that it was not paid: whoever typed one may have paid. Each stays until it is removed here.
 */
export function FormerReferences({ payout }: { payout: DeskPayout }) {
  const device = useDevice()
  const rows = useStored(readReferences) ?? []
  const remove = (key: string) => void Promise.resolve(device.settings.delete(key)).catch(tellNotKept)
  return formerOf(payout, rows).map(({ key, value }) => (
    <p key={key} className="text-warning">
      We did not record the reference {String(value)} that you typed for this payout.{' '}
      <Button tone="quiet" size="small" onClick={() => remove(key)}>
        Remove it
      </Button>
    </p>
  ))
}

function formerOf(payout: DeskPayout, rows: readonly SettingRow[]): SettingRow[] {
  const { id, state, begunAt, reference } = payout
  // a server of before does not tell the attempt, so that of a payout that is being paid may be the current one
  if (state === 'begun' && !begunAt) return []
  const isCurrent = (key: string) => state === 'begun' && key === referenceKey(payout)
  const isOf = (key: string) => key.split(' ')[1] === id && !isCurrent(key)
  return rows.filter(({ key, value }) => isOf(key) && asRecorded(value) !== reference)
}

/** Returns a reference as the server records it; one that it would refuse, as it was typed. */
function asRecorded(typed: unknown): unknown {
  const recorded = payoutConfirm.shape.reference.safeParse(typed)
  return recorded.success ? recorded.data : typed
}

function readReferences({ settings }: Device): Promise<SettingRow[]> {
  return settings.where('key').startsWith(referencesOf()).toArray()
}

/**
 * Takes over the references that a former build kept without their attempt, for the attempts that are being paid
 * now, and drops those that were recorded, as when the answer to their confirmation was lost.
 */
export async function tidyReferences(device: Device, { open, paid }: Lists): Promise<void> {
  const { settings } = device
  await device.transaction('rw', settings, async () => {
    for (const payout of open) {
      const { id, state, begunAt } = payout
      if (state !== 'begun' || !begunAt) continue
      const [former, current] = await settings.bulkGet([referenceKey({ id }), referenceKey(payout)])
      if (former === undefined || current !== undefined) continue
      await settings.put({ key: referenceKey(payout), value: former.value })
      await settings.delete(former.key)
    }
    for (const { id, reference } of paid) {
      if (reference === null) continue
      const typed = await settings.where('key').startsWith(referencesOf(id)).toArray()
      await settings.bulkDelete(
        typed.filter(({ value }) => asRecorded(value) === reference).map(({ key }) => key),
      )
    }
  })
}

type Lists = { open: readonly DeskPayout[]; paid: readonly DeskPayout[] }

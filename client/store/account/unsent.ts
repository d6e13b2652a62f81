import type { UnsentWork } from '../../app/session.ts'
import type { Device, TakeState } from '../device.ts'

/** Videos that leave only when their owner says so, or never. */
const HELD: readonly TakeState[] = ['recording', 'kept', 'refused']

/** What lies on a device and nowhere else; of the videos, how many do not leave by themselves. */
export async function unsentOf({ outbox, takes }: Device): Promise<UnsentWork & { held: number }> {
  return {
    intents: await outbox.where('state').anyOf('waiting', 'parked').count(),
    videos: await takes.where('state').noneOf(['sent']).count(),
    held: await takes.where('state').anyOf(HELD).count(),
  }
}

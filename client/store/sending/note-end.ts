import type { Device, TakeRow } from '../../db/device.ts'
import { keepActivity } from '../account/activity.ts'

type Ended = Pick<TakeRow, 'purpose' | 'about'>

/** Lists among what happened on this device how an answer or a reply that left it ended. */
export function noteEnd(device: Device, { purpose, about }: Ended, end: 'delivered' | 'refused') {
  const what = purpose === 'reply' ? 'Your reply' : 'Your answer'
  const named = about ? `${what} about “${about}”` : what
  return keepActivity(
    device.account,
    end === 'delivered'
      ? { text: `${named} was delivered`, tone: 'success' }
      : { text: `${named} was not accepted. The outbox says why.`, tone: 'danger' },
  )
}

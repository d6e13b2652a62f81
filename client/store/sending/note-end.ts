import type { Device, TakeRow } from '../../db/device.ts'
import { keepActivity } from '../account/activity.ts'

type Ended = Pick<TakeRow, 'purpose' | 'about'>

/** Adds to the device's activities how an answer or reply sent from here ended. */
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

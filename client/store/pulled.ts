import type { CollectionName } from '../../sync/collections.ts'
import { type Device, watchDevice } from '../db/device.ts'
import { SharedWatches } from './shared-watches.ts'

type Pulled = ReadonlySet<CollectionName>

const PREFIX = 'pulled:'
const watches = new SharedWatches<Pulled>()

/** Under which key it stands that this device has pulled a collection whole at least once: an empty list of it is empty. */
export function pulledKey(collection: CollectionName): string {
  return `${PREFIX}${collection}`
}

/** Calls `listener` with the collections that were pulled whole, now and when there is another one. The answer stops it. */
export function watchPulled(device: Device, listener: (pulled: Pulled) => void): () => void {
  const read = () => device.settings.where('key').startsWith(PREFIX).toArray()
  return watches.listen(
    device.name,
    (tell) => watchDevice(read, (settings) => tell(pulledOf(settings))),
    listener,
  )
}

function pulledOf(settings: readonly { key: string; value: unknown }[]): Pulled {
  const keys = settings.filter(({ value }) => value === true).map(({ key }) => key.slice(PREFIX.length))
  return new Set(keys as CollectionName[])
}

import type { CollectionName } from '../../sync/collections.ts'
import type { Device } from '../db/device.ts'
import { PULLED } from '../db/forget-pulled.ts'
import { watchDevice } from '../db/watch-device.ts'
import { SharedWatches } from './shared-watches.ts'

type Pulled = ReadonlySet<CollectionName>

const watches = new SharedWatches<Pulled>()

/**
 * Returns the settings key that records that a collection was pulled whole at least once. From then on an empty
 * list is truly empty.
 */
export function pulledKey(collection: CollectionName): string {
  return `${PULLED}${collection}`
}

/**
 * Calls `listener` with the collections that were pulled whole, now and whenever one is added. Returns the function
 * that stops it.
 */
export function watchPulled(device: Device, listener: (pulled: Pulled) => void): () => void {
  const read = () => device.settings.where('key').startsWith(PULLED).toArray()
  return watches.listen(
    device.name,
    (tell) => watchDevice(read, (settings) => tell(pulledOf(settings))),
    listener,
  )
}

function pulledOf(settings: readonly { key: string; value: unknown }[]): Pulled {
  const keys = settings.filter(({ value }) => value === true).map(({ key }) => key.slice(PULLED.length))
  return new Set(keys as CollectionName[])
}

/**
 * Notes of the captions settled by `askedAt`, when the last page of the answers was asked for, that the answers here
 * are newer. Words like those before them were then written since, and do not wait for a pull.
 */
export async function noteCaptionsPulled({ outbox }: Device, askedAt: number): Promise<void> {
  await outbox
    .where({ state: 'settled' })
    .and(
      ({ name, settledAt, isPulled }) =>
        name === 'answer.transcribe' && !isPulled && (settledAt ?? 0) < askedAt,
    )
    .modify({ isPulled: true })
}

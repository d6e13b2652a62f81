export type QueueOptions = {
  /** Tries after the first one; then the job goes to the dead letters. */
  retryLimit: number
  /** Seconds until the first retry. */
  retryDelay: number
  /** Doubles the delay with each retry, with some jitter, up to an hour. */
  backoff?: boolean
  /** Where given-up jobs go; `dead` unless said otherwise. */
  deadLetter?: string
  /** Jobs of this queue at a time in one process; 2 unless said otherwise. */
  concurrency?: number
  /** Seconds one try may take; 300 unless said otherwise. */
  timeout?: number
}

type Settings = Record<string, unknown>
type QueueStore = {
  getQueues(): Promise<{ name: string }[]>
  createQueue(name: string, settings: Settings): Promise<void>
  updateQueue(name: string, settings: Settings): Promise<void>
}

const year = 365 * 24 * 3600

/** Makes the queues that are missing and changes those that differ; any number of processes may do so at once. */
export async function makeQueues(store: QueueStore, queues: Record<string, QueueOptions>): Promise<void> {
  const known = new Map((await store.getQueues()).map((queue) => [queue.name, queue]))
  for (const deadLetter of new Set(Object.values(queues).map(deadLetterOf))) {
    if (!known.has(deadLetter)) await store.createQueue(deadLetter, { retentionSeconds: year })
  }
  for (const [name, options] of Object.entries(queues)) {
    const settings = settingsOf(options)
    const made = known.get(name)
    // Of the policy "short": one waiting job per key.
    if (!made) await store.createQueue(name, { ...settings, policy: 'short' })
    else if (differs(made, settings)) await store.updateQueue(name, settings)
  }
}

const differs = (made: object, settings: Settings) =>
  Object.entries(settings).some(([name, value]) => (made as Settings)[name] !== value)

const deadLetterOf = ({ deadLetter = 'dead' }: QueueOptions) => deadLetter

function settingsOf(options: QueueOptions): Settings {
  const { retryLimit, retryDelay, backoff = false, timeout = 300 } = options
  return {
    retryLimit,
    retryDelay,
    retryBackoff: backoff,
    ...(backoff && { retryDelayMax: 3600 }),
    deadLetter: deadLetterOf(options),
    expireInSeconds: timeout,
    // A killed process's jobs are taken up again after this long without a sign of life.
    heartbeatSeconds: 20,
    // However long nothing ran, no job is forgotten.
    retentionSeconds: year,
    deleteAfterSeconds: 3 * 24 * 3600,
    notify: true,
  }
}

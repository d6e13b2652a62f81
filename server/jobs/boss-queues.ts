export type QueueOptions = {
  /** How many retries follow the first try; then the job becomes a dead letter. */
  retryLimit: number
  /** Seconds until the first retry. */
  retryDelay: number
  /** Doubles the delay with each retry, with some jitter, up to an hour. */
  backoff?: boolean
  /** The queue for jobs that were given up; default `dead`. */
  deadLetter?: string
  /** How many jobs of this queue run at a time in one process; default 2. */
  concurrency?: number
  /** How many seconds one try may take; default 300. */
  timeout?: number
}

type Settings = Record<string, unknown>
type QueueStore = {
  getQueues(): Promise<{ name: string }[]>
  createQueue(name: string, settings: Settings): Promise<void>
  updateQueue(name: string, settings: Settings): Promise<void>
}

const year = 365 * 24 * 3600

/** Makes missing queues and changes those that differ; any number of processes may do so at the same time. */
export async function makeQueues(store: QueueStore, queues: Record<string, QueueOptions>): Promise<void> {
  const known = new Map((await store.getQueues()).map((queue) => [queue.name, queue]))
  for (const deadLetter of new Set(Object.values(queues).map(deadLetterOf))) {
    if (!known.has(deadLetter)) await store.createQueue(deadLetter, { retentionSeconds: year })
  }
  for (const [name, options] of Object.entries(queues)) {
    const settings = settingsOf(options)
    const made = known.get(name)
    // The policy "short" allows one waiting job per key.
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
    // A killed process's jobs run again after this long without a heartbeat.
    heartbeatSeconds: 20,
    // No job is forgotten, however long nothing ran.
    retentionSeconds: year,
    deleteAfterSeconds: 3 * 24 * 3600,
    notify: true,
  }
}

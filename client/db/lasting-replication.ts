import type { RxReplicationState } from 'rxdb/plugins/replication'

export type LastingReplication = {
  /** Calls `addTask`, which gives the replication a task, and sees to it that the task can run. */
  run(addTask: () => void): void
  stop(): Promise<void>
}

/**
 * Keeps a replication of RxDB going on a device that may fail to read or write. RxDB runs nothing more after a task
 * that has failed, and says nothing; the replication is then made anew. `make` makes one that does not start by
 * itself. Calls `onFailed` after each failure, so that the caller adds a task later.
 */
export function keepReplicating<Row, Checkpoint>(
  make: () => RxReplicationState<Row, Checkpoint>,
  onFailed: () => void,
): LastingReplication {
  let isStopped = false
  let isRenewing = false
  const prepare = () => {
    const prepared = make()
    // A page that could not be stored, or a start that failed.
    prepared.error$.subscribe(onFailed)
    return prepared
  }
  const start = (begun: RxReplicationState<Row, Checkpoint>) => {
    begun.start().then(
      () => watch(begun),
      () => {},
    )
  }
  const watch = (watched: RxReplicationState<Row, Checkpoint>) => {
    tasksOf(watched).catch(async () => {
      if (isStopped || isRenewing || watched !== replication) return
      isRenewing = true
      await cancel(watched)
      isRenewing = false
      if (isStopped) return
      // The next task starts it, because what has failed would fail again at once.
      replication = prepare()
      onFailed()
    })
  }
  let replication = prepare()
  start(replication)
  return {
    run(addTask) {
      // It was made anew, or its notes could not be opened.
      if (!replication.internalReplicationState) start(replication)
      addTask()
      // By then RxDB has put what follows from the task into its queues.
      setTimeout(() => watch(replication))
    },
    async stop() {
      isStopped = true
      await cancel(replication)
    },
  }
}

/** Resolves once all tasks have run, also those that came meanwhile. Rejects if one has failed. */
async function tasksOf<R, C>({ internalReplicationState: queues }: RxReplicationState<R, C>): Promise<void> {
  if (!queues) return
  const queued = () => [queues.checkpointQueue, queues.streamQueue.down, queues.streamQueue.up]
  for (let before: unknown[] = []; queued().some((last, at) => last !== before[at]); ) {
    before = queued()
    await Promise.all(before)
  }
}

async function cancel<R, C>(replication: RxReplicationState<R, C>): Promise<void> {
  const queues = replication.internalReplicationState
  // RxDB would end with the former error, and let go of nothing.
  if (queues) queues.checkpointQueue = queues.checkpointQueue.catch(() => {})
  await replication.cancel()
}

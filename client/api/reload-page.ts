/** Reloads this page as soon as no tab is recording. */
export async function reloadOnceRecorded(): Promise<void> {
  await recordingsEnded()
  location.reload()
}

/** Waits until no tab is recording. A recorder holds a lock with this prefix while it records. */
async function recordingsEnded(): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const names = held.flatMap(({ name }) => (name?.startsWith('recording-') ? [name] : []))
  await Promise.all(names.map((name) => navigator.locks.request(name, () => {})))
}

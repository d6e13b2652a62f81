const recordings = new Set<Promise<void>>()

/** Holds back a reload of this page until `ended`, because a recording may be in the page's memory alone. */
export function holdBackReload(ended: Promise<void>): void {
  recordings.add(ended)
  void ended.then(() => recordings.delete(ended))
}

/** Reloads this page as soon as it records nothing. A recording of another tab is not touched by it. */
export async function reloadOnceRecorded(): Promise<void> {
  while (recordings.size > 0) await Promise.all(recordings)
  location.reload()
}

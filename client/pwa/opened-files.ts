import { keepSharedVideos, type SharedOutcome } from './shared-videos.ts'

/** What the system hands over when it opens this app with files. */
type LaunchParams = { files?: readonly Handle[] }
type Handle = { getFile(): Promise<File> }
type Launching = { launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void } }

/**
 * Keeps the files with which the system opens the installed app, like shared videos, on whatever screen the app is.
 * Calls `open` with the address that shows them, or that says why not all were kept.
 */
export function listenForOpenedFiles(open: (href: string) => void): void {
  const launching = window as Launching
  launching.launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return
    void keepReadable(files).then((outcome) =>
      open(`/dashboard?tab=conversations${outcome === 'kept' ? '' : `&shared=${outcome}`}`),
    )
  })
}

/** Keeps the files that can be read; one that was moved or deleted meanwhile cannot. */
async function keepReadable(files: readonly Handle[]): Promise<SharedOutcome> {
  const read = await Promise.allSettled(files.map((handle) => handle.getFile()))
  const readable = read.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
  if (readable.length === 0) return 'unreadable'
  const outcome = await keepSharedVideos(readable).catch(() => 'unreadable' as const)
  return readable.length < files.length && outcome !== 'full' ? 'unreadable' : outcome
}

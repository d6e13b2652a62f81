import { keepSharedVideos } from './shared-videos.ts'

/** What the system hands over when it opens this app with files. */
type LaunchParams = { files?: readonly { getFile(): Promise<File> }[] }
type Launching = { launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void } }

/**
 * Keeps the files with which the system opens the installed app, like shared videos, on whatever screen the app is.
 * Calls `open` with the address that shows them, or that says why not all were kept.
 */
export function listenForOpenedFiles(open: (href: string) => void): void {
  const launching = window as Launching
  launching.launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return
    const taken = Promise.all(files.map((handle) => handle.getFile())).then(keepSharedVideos)
    void taken
      .catch(() => 'lost' as const)
      .then((outcome) =>
        open(`/dashboard?tab=conversations${outcome === 'kept' ? '' : `&shared=${outcome}`}`),
      )
  })
}

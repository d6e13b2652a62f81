import { useEffect, useState } from 'react'
import {
  keepSharedVideos,
  readSharedVideos,
  type SharedVideo,
  watchSharedVideos,
} from '../../pwa/shared-videos.ts'

/** What a system opens this app with. */
type LaunchParams = { files?: readonly { getFile(): Promise<File> }[] }
type Launching = { launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void } }

/** The videos that other apps handed to this one, by sharing or by opening them with it. */
export function useSharedVideos(): SharedVideo[] {
  const [videos, setVideos] = useState<SharedVideo[]>([])
  useEffect(() => {
    let isOver = false
    const look = () =>
      void readSharedVideos().then(
        (found) => !isOver && setVideos(found),
        () => {},
      )
    look()
    const stop = watchSharedVideos(look)
    takeOpened(look)
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return videos
}

/** Files that the system opens with the installed app are kept like shared ones. */
function takeOpened(onKept: () => void): void {
  ;(window as Launching).launchQueue?.setConsumer(({ files = [] }) => {
    void Promise.all(files.map((handle) => handle.getFile()))
      .then(keepSharedVideos)
      .then(onKept, () => {})
  })
}

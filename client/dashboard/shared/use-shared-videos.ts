import { useEffect, useState } from 'react'
import {
  keepSharedVideos,
  readSharedVideos,
  type SharedVideo,
  watchSharedVideos,
} from '../../pwa/shared-videos.ts'

/** What the system hands over when it opens this app with files. */
type LaunchParams = { files?: readonly { getFile(): Promise<File> }[] }
type Launching = { launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void } }

/** Returns the videos that other apps have handed over, by sharing them or by opening them with this app. */
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

/** Stores files that the system opens with the installed app, like shared ones. */
function takeOpened(onKept: () => void): void {
  ;(window as Launching).launchQueue?.setConsumer(({ files = [] }) => {
    void Promise.all(files.map((handle) => handle.getFile()))
      .then(keepSharedVideos)
      .then(onKept, () => {})
  })
}

import { useEffect, useState } from 'react'
import {
  keepSharedVideos,
  readSharedVideos,
  type SharedOutcome,
  type SharedVideo,
  watchSharedVideos,
} from '../../pwa/shared-videos.ts'

/** What the system hands over when it opens this app with files. */
type LaunchParams = { files?: readonly { getFile(): Promise<File> }[] }
type Launching = { launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void } }

/**
 * Returns the videos that other apps have handed over, by sharing them or by opening them with this app, and what
 * became of the files that were opened last.
 */
export function useSharedVideos(): { videos: SharedVideo[]; opened: SharedOutcome | null } {
  const [videos, setVideos] = useState<SharedVideo[]>([])
  const [opened, setOpened] = useState<SharedOutcome | null>(null)
  useEffect(() => {
    let isOver = false
    const look = () =>
      void readSharedVideos().then(
        (found) => !isOver && setVideos(found),
        () => {},
      )
    look()
    const stop = watchSharedVideos(look)
    takeOpened((outcome) => !isOver && setOpened(outcome))
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return { videos, opened }
}

/** Stores files that the system opens with the installed app, like shared ones. */
function takeOpened(onTaken: (outcome: SharedOutcome) => void): void {
  ;(window as Launching).launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return
    void Promise.all(files.map((handle) => handle.getFile()))
      .then(keepSharedVideos)
      .then(onTaken, () => onTaken('lost'))
  })
}

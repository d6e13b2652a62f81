import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readSharedVideos, type SharedVideo, watchSharedVideos } from '../../pwa/shared-videos.ts'

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
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return videos
}

/** Returns whether there is anything to say of what other apps have handed over: a video, or why none was kept. */
export function useHasShared(): boolean {
  const { shared } = useSearch({ strict: false }) as { shared?: string }
  return useSharedVideos().length > 0 || shared !== undefined
}

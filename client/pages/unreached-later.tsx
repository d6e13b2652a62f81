import { lazy } from 'react'

const loadNotices = () => import('./unreached-notice.tsx')

/** Seldom seen, so loaded when they are. */
export const SeenNotice = lazy(() => loadNotices().then((found) => ({ default: found.SeenNotice })))
export const MissingNotice = lazy(() => loadNotices().then((found) => ({ default: found.MissingNotice })))
export const NoAthlete = lazy(() => loadNotices().then((found) => ({ default: found.NoAthlete })))

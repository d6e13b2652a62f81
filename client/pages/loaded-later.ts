import { type ComponentProps, createElement, lazy } from 'react'
import { useLater } from '../ui/use-later.ts'

export const loadNotices = () => import('./unreached-notice.tsx')

type Notices = Awaited<ReturnType<typeof loadNotices>>

/** Wraps a notice that few visitors see in a component that loads it when it is shown. */
function notice<Name extends keyof Notices>(name: Name) {
  return lazy(async () => ({ default: (await loadNotices())[name] }))
}

/** Wraps a notice in the same way, and leaves it out where it cannot be loaded: the page is there without it. */
function noticeBeside<Name extends keyof Notices>(name: Name) {
  const nothing = (() => null) as unknown as Notices[Name]
  return lazy(() =>
    loadNotices().then(
      (found) => ({ default: found[name] }),
      () => ({ default: nothing }),
    ),
  )
}

const loadSeen = async () => (await loadNotices()).SeenNotice

/** Renders the notice once it is loaded, because what the device has seen is there without it. */
export function SeenNotice(props: ComponentProps<Notices['SeenNotice']>) {
  const Notice = useLater(loadSeen)
  return Notice && createElement(Notice, props)
}

export const MissingNotice = notice('MissingNotice')
export const NobodyFound = noticeBeside('NobodyFound')
export const NoAthlete = notice('NoAthlete')

/** Loads the notices ahead of time, because they are needed when the network is gone. */
export const preloadNotices = () => void loadNotices().catch(() => {})

export const NearNotice = noticeBeside('NearNotice')
export const loadOrderControls = async () => (await import('../athlete/order-controls.tsx')).OrderControls
export const loadSuggestionBox = async () => (await import('../inquiry/suggestion-box.tsx')).SuggestionBox
export const loadCoverCarousel = async () => (await import('./profile/cover-carousel.tsx')).CoverCarousel
export const loadViewTold = async () => (await import('./profile/view-told.tsx')).ViewTold
export const loadFreeQuestionCard = async () =>
  (await import('./profile/free-question-card.tsx')).FreeQuestionCard
export const loadMyQuestions = async () => (await import('./my-questions-strip.tsx')).MyQuestionsStrip

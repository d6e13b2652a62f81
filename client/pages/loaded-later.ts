import { lazy } from 'react'

export const loadNotices = () => import('./unreached-notice.tsx')

type Notices = Awaited<ReturnType<typeof loadNotices>>

/** Wraps a notice that few visitors see in a component that loads it when it is shown. */
function notice<Name extends keyof Notices>(name: Name) {
  return lazy(async () => ({ default: (await loadNotices())[name] }))
}

export const SeenNotice = notice('SeenNotice')
export const MissingNotice = notice('MissingNotice')
export const NobodyFound = notice('NobodyFound')
export const NoAthlete = notice('NoAthlete')

/** Loads the notices ahead of time, because they are needed when the network is gone. */
export const preloadNotices = () => void loadNotices().catch(() => {})

export const NearNotice = notice('NearNotice')
export const loadOrderControls = async () => (await import('../athlete/order-controls.tsx')).OrderControls
export const loadSuggestionBox = async () => (await import('../inquiry/suggestion-box.tsx')).SuggestionBox
export const loadCoverCarousel = async () => (await import('./profile/cover-carousel.tsx')).CoverCarousel
export const loadViewTold = async () => (await import('./profile/view-told.tsx')).ViewTold
export const loadFreeQuestionCard = async () =>
  (await import('./profile/free-question-card.tsx')).FreeQuestionCard
export const loadMyQuestions = async () => (await import('./my-questions-strip.tsx')).MyQuestionsStrip

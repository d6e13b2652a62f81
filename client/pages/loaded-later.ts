import { lazy } from 'react'

type Notices = typeof import('./unreached-notice.tsx')

/** What few visitors see, loaded when they do. */
function notice<Name extends keyof Notices>(name: Name) {
  return lazy(async () => ({ default: (await import('./unreached-notice.tsx'))[name] }))
}

export const SeenNotice = notice('SeenNotice')
export const MissingNotice = notice('MissingNotice')
export const NoAthlete = notice('NoAthlete')

export const loadMyQuestions = async () => (await import('./my-questions-strip.tsx')).MyQuestionsStrip

import { lazy, Suspense } from 'react'
import { useHasDevice } from '../store/use-has-device.ts'

const MyQuestions = lazy(() =>
  import('../question/my-questions.tsx').then(
    (found) => ({ default: found.MyQuestions }),
    () => ({ default: () => null }),
  ),
)

/** What this browser has asked; a visitor who keeps nothing here loads nothing for it. */
export function MyQuestionsStrip({ username }: { username?: string }) {
  const hasDevice = useHasDevice()
  if (!hasDevice) return null
  return (
    <Suspense>
      <MyQuestions username={username} />
    </Suspense>
  )
}

import { lazy, Suspense } from 'react'
import { useHasDevice } from '../store/use-has-device.ts'

const MyQuestions = lazy(() =>
  import('../question/my-questions.tsx').then(
    (found) => ({ default: found.MyQuestions }),
    () => ({ default: () => null }),
  ),
)

/** Renders the questions that were asked in this browser. For a visitor who has no data here, it loads no code. */
export function MyQuestionsStrip({ username }: { username?: string }) {
  const hasDevice = useHasDevice()
  if (!hasDevice) return null
  return (
    <Suspense>
      <MyQuestions username={username} />
    </Suspense>
  )
}

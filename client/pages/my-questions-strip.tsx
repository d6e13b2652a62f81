import { type ComponentProps, lazy, Suspense } from 'react'
import { useHasDevice } from '../store/use-has-device.ts'

const loadMyQuestions = () => import('../question/my-questions.tsx')

type Props = ComponentProps<Awaited<ReturnType<typeof loadMyQuestions>>['MyQuestions']>

const MyQuestions = lazy(() =>
  loadMyQuestions().then(
    (found) => ({ default: found.MyQuestions }),
    () => ({ default: (_: Props) => null }),
  ),
)

/** Renders the questions that were asked in this browser. For a visitor who has no data here, it loads no code. */
export function MyQuestionsStrip(props: Props) {
  const hasDevice = useHasDevice()
  if (!hasDevice) return null
  return (
    <Suspense>
      <MyQuestions {...props} />
    </Suspense>
  )
}

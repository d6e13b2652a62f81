import { type ReactNode, useEffect, useRef } from 'react'
import { ProgressDots } from '../../ui/status/progress-dots.tsx'
import { STEPS } from '../asking/ask-draft.ts'

/** Renders the frame of a step, with the progress above it and the height of the tallest step. */
export function StepFrame({ step, children }: { step: number; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 content-start gap-6 max-md:min-h-[calc(94dvh-11.75rem)] md:min-h-[min(38rem,calc(88dvh-11rem))] [@media(max-height:30rem)]:min-h-0">
      <div className="[@media(max-height:30rem)]:hidden">
        <ProgressDots steps={STEPS} current={step} />
      </div>
      <StepHeading step={step} />
      {children}
    </div>
  )
}

/** Names the step for screen readers, and takes the focus on every change of step. */
function StepHeading({ step }: { step: number }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    ref.current?.focus({ preventScroll: true })
    // In a zoomed window the dialog itself scrolls.
    for (const scroller of ['.overflow-y-auto', 'dialog'])
      ref.current?.closest(scroller)?.scrollTo({ top: 0 })
  }, [step])
  return (
    <h3 ref={ref} tabIndex={-1} className="sr-only">
      Step {step + 1} of {STEPS.length}: {STEPS[step]}
    </h3>
  )
}

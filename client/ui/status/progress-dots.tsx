type ProgressDotsProps = {
  /** The names of the steps, in order. */
  steps: readonly string[]
  /** The index of the current step, from 0. */
  current: number
}

/** Renders the progress in a wizard: the finished steps, the current step, and the steps to come. */
export function ProgressDots({ steps, current }: ProgressDotsProps) {
  return (
    <div>
      <ol className="flex gap-1.5">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={`h-1.5 flex-1 rounded-full ${index < current ? 'bg-inverse' : index === current ? 'bg-signal' : 'bg-line'}`}
          >
            <span className="sr-only">
              {step}
              {index < current ? ', done' : ''}
            </span>
          </li>
        ))}
      </ol>
      <p aria-hidden className="label mt-2.5 flex items-baseline justify-between gap-4 text-sm">
        <span>{steps[current]}</span>
        <span className="figures text-muted">
          {current + 1} of {steps.length}
        </span>
      </p>
    </div>
  )
}

import { ANSWER_MS, DAY_MS, LIMITS } from '../../../sync/limits.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { Icon } from '../../ui/icon.tsx'

const STEPS = [
  'Ask a short question, in words or on video. No signup required.',
  'Our team reads it before the athlete does.',
  `The athlete answers with a personal video of about ${LIMITS.answerMarkMs / 1_000} seconds, within ${ANSWER_MS / DAY_MS} days of approval.`,
  'You get a private link by e-mail. No answer, no charge: your card is released in full.',
]

/** Explains the product to whoever came by a shared link (S1-2.95, S1-1.12, S1-1.22). */
export function InfoWidget() {
  return (
    <details className="group card">
      <summary className="label flex min-h-12 list-none items-center justify-between gap-3 px-5 [&::-webkit-details-marker]:hidden">
        What is {PRODUCT.name}?
        <Icon name="chevron-down" className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-t px-5 py-4 text-sm">
        <p>Real athletes, affordable advice: {PRODUCT.slogan.toLowerCase()}</p>
        <ol className="mt-3 grid list-decimal gap-2 pl-5 marker:text-muted">
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </details>
  )
}

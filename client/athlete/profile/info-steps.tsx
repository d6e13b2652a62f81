import { ANSWER_MS, DAY_MS, LIMITS } from '../../../sync/limits.ts'

const STEPS = [
  'Ask a short question, in words or on video. No signup required.',
  'Our team reads it before the athlete does.',
  `The athlete answers with a personal video of about ${LIMITS.answerMarkMs / 1_000} seconds, within ${ANSWER_MS / DAY_MS} days of approval.`,
  'You get an email with a private link. No answer, no charge: what was held on your card is released in full.',
]

/** Explains in four steps how asking works. */
export function InfoSteps() {
  return (
    <ol className="mt-3 grid list-decimal gap-2 pl-5 marker:text-muted">
      {STEPS.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

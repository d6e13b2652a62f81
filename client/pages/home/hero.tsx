import { Link } from '@tanstack/react-router'
import { ANSWER_MS, HOUR_MS, LIMITS } from '../../../sync/limits.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'

export function Hero() {
  return (
    <section data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      <ChalkLines
        name="lanes"
        anchor="end"
        className="-z-10 mask-b-from-30% mask-b-to-85% md:mask-b-from-100% md:mask-l-from-34% md:mask-l-to-58% absolute inset-x-0 top-0 h-80 w-full md:h-full"
      />
      <div className="wrap flex min-h-[min(82svh,48rem)] flex-col justify-end pt-48 pb-12 md:pt-24 md:pb-20">
        <p className="label text-muted">{PRODUCT.slogan}</p>
        <h1 className="display mt-3 max-w-4xl text-5xl">Real athletes, affordable advice.</h1>
        <p className="mt-6 max-w-xl text-lg text-pretty">
          Ask one short question, in words or on video. An athlete who has been there records an answer for
          you: about {LIMITS.answerMarkMs / 1_000} seconds, within {ANSWER_MS / HOUR_MS} hours, or you are not
          charged.
        </p>
        <div className="mt-8 flex flex-col items-start gap-x-6 gap-y-3 sm:flex-row sm:flex-wrap sm:items-center">
          <ButtonLink to="/ask" size="large" iconAfter="arrow-right">
            Get Advice Now
          </ButtonLink>
          <Link to="/benefits" className="link label inline-flex min-h-11 items-center">
            Are you an athlete?
          </Link>
        </div>
      </div>
    </section>
  )
}

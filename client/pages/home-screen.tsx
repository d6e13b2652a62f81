import { Link } from '@tanstack/react-router'
import { PRODUCT } from '../../sync/copy.ts'
import { ANSWER_MS, HOUR_MS, LIMITS } from '../../sync/limits.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'
import { BENEFITS, STEPS, TOPICS } from './home-copy.ts'

/** The front page: what it is, how it works, and the way to the roster. */
export function HomeScreen() {
  return (
    <>
      <Hero />
      <Topics />
      <HowItWorks />
      <Difference />
      <Closing />
    </>
  )
}

function Hero() {
  return (
    <section data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      <ChalkLines
        name="lanes"
        anchor="end"
        className="-z-10 mask-b-from-30% mask-b-to-85% md:mask-b-from-100% md:mask-l-from-38% md:mask-l-to-64% absolute inset-x-0 top-0 h-80 w-full md:h-full"
      />
      <div className="wrap flex min-h-[min(82svh,48rem)] flex-col justify-end pt-48 pb-12 md:pt-24 md:pb-20">
        <p className="label text-muted">{PRODUCT.slogan}</p>
        <h1 className="display mt-3 max-w-4xl text-5xl">Real athletes, affordable advice.</h1>
        <p className="mt-6 max-w-xl text-lg text-pretty">
          Ask one short question, in words or on video. An athlete who has been there records an answer for
          you: about {LIMITS.answerMarkMs / 1_000} seconds, within {ANSWER_MS / HOUR_MS} hours, or you are not
          charged.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
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

function Topics() {
  return (
    <section aria-labelledby="topics" className="border-b">
      <div className="wrap grid gap-8 py-16 md:grid-cols-[16rem_1fr] md:gap-16 md:py-24">
        <div>
          <h2 id="topics" className="label text-muted">
            Ask about
          </h2>
          <p className="mt-2 text-pretty text-sm text-muted">
            Anything you would ask a teammate who is three years ahead of you.
          </p>
        </div>
        <ul className="display text-3xl text-pretty leading-[1.12]">
          {TOPICS.map((topic) => (
            <li
              key={topic}
              className="inline after:text-signal after:content-['\00a0/_'] last:after:content-none"
            >
              {topic}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function HowItWorks() {
  return (
    <section aria-labelledby="how" className="border-b bg-surface">
      <div className="wrap py-16 md:py-24">
        <h2 id="how" className="display text-4xl">
          How it works
        </h2>
        <ol className="mt-10 grid gap-px overflow-hidden rounded border bg-line md:mt-14 md:grid-cols-2 lg:grid-cols-4">
          {STEPS.map(({ title, text }, index) => (
            <li key={title} className="flex flex-col bg-surface p-6 md:p-8">
              <span aria-hidden className="display figures text-5xl text-signal">
                {index + 1}
              </span>
              <h3 className="display mt-8 text-2xl">{title}</h3>
              <p className="mt-3 text-muted text-pretty">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Difference() {
  return (
    <section aria-labelledby="difference" className="wrap py-16 md:py-24">
      <h2 id="difference" className="display max-w-3xl text-4xl">
        Advice from the people who did it
      </h2>
      <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 md:mt-14 lg:grid-cols-3">
        {BENEFITS.map(({ title, text }) => (
          <li key={title} className="border-ink border-t-2 pt-4">
            <h3 className="display text-xl">{title}</h3>
            <p className="mt-2 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Closing() {
  return (
    <section data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      <ChalkLines
        name="track"
        anchor="end"
        className="-z-10 mask-l-from-10% mask-l-to-60% absolute inset-0 size-full max-md:opacity-50"
      />
      <div className="wrap flex flex-col items-start gap-8 py-20 md:py-32">
        <h2 className="display max-w-4xl text-5xl">Choose an athlete and get advice ASAP.</h2>
        <ButtonLink to="/ask" size="large" iconAfter="arrow-right">
          Ask something
        </ButtonLink>
      </div>
    </section>
  )
}

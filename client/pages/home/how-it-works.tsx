import { part, RevealSection } from '../motion/reveal.tsx'
import { ExampleCarousel } from './example-carousel.tsx'
import { STEPS } from './home-copy.ts'

/** Renders the four steps from the question to the answer, beside example questions (S1-2.41, S1-2.42). */
export function HowItWorks() {
  return (
    <RevealSection aria-labelledby="how" className="border-b bg-surface">
      <div className="wrap py-16 md:py-24">
        <h2 id="how" className={`display text-4xl ${part(0)}`}>
          How it works
        </h2>
        <div className="mt-10 grid gap-12 md:mt-14 lg:grid-cols-[minmax(0,6fr)_minmax(0,6fr)] lg:gap-20">
          <ol className={part(1)}>
            {STEPS.map((step, at) => (
              <Step key={step.title} {...step} number={at + 1} isLast={at === STEPS.length - 1} />
            ))}
          </ol>
          <ExampleCarousel className={part(2)} />
        </div>
      </div>
    </RevealSection>
  )
}

type StepProps = { title: string; text: string; number: number; isLast: boolean }

function Step({ title, text, number, isLast }: StepProps) {
  return (
    <li
      className={`relative grid grid-cols-[2.25rem_minmax(0,1fr)] md:grid-cols-[3rem_minmax(0,1fr)] ${isLast ? '' : 'pb-9 md:pb-12'}`}
    >
      {!isLast && <span aria-hidden className="absolute top-2 bottom-0 left-1 w-0.5 bg-line" />}
      <span aria-hidden className="relative z-10 mt-1.5 size-2.5 rounded-full bg-signal" />
      <div>
        <h3 className="display flex items-baseline gap-3 text-2xl">
          <span aria-hidden className="figures text-signal-text">
            {number}
          </span>
          {title}
        </h3>
        <p className="mt-2 max-w-md text-muted text-pretty">{text}</p>
      </div>
    </li>
  )
}

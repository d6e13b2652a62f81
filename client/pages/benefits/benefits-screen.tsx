import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Icon } from '../../ui/icon.tsx'
import { part, RevealSection } from '../motion/reveal.tsx'
import { CHOICES, FIGURES, LEAD, PAYOUT, WAY } from './benefits-copy.ts'
import { ComparisonTable } from './comparison-table.tsx'

/** Renders the pitch to athletes: the earnings, the costs and a comparison (S1-2.19). */
export function BenefitsScreen() {
  return (
    <>
      <Head />
      <Figures />
      <ComparisonTable />
      <AwayGames />
      <Choices />
      <Closing />
    </>
  )
}

function Head() {
  return (
    <section data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      <ChalkLines
        name="key"
        anchor="end"
        className="-z-10 mask-b-from-30% mask-b-to-85% md:mask-b-from-100% md:mask-l-from-26% md:mask-l-to-42% absolute inset-x-0 top-0 h-72 w-full md:h-full"
      />
      <div className="wrap flex min-h-[min(76svh,44rem)] flex-col justify-end pt-56 pb-12 md:pt-24 md:pb-20">
        <p className="label text-muted">For athletes, coaches and creators</p>
        <h1 className="display mt-3 max-w-3xl text-5xl">Paid for what you already know.</h1>
        <p className="mt-6 max-w-xl text-lg text-pretty">{LEAD}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/athletejoin" size="large">
            Create an athlete account
          </ButtonLink>
          <ButtonLink to="/demo" size="large" tone="secondary" icon="play">
            Watch a short demo
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

function Figures() {
  return (
    <RevealSection aria-labelledby="cost" className="border-b">
      <div className="wrap py-16 md:py-24">
        <h2 id="cost" className={`label text-muted ${part(0)}`}>
          What it costs, before you sign up for anything
        </h2>
        <dl className="mt-8 grid gap-x-10 gap-y-10 md:grid-cols-3">
          {FIGURES.map(({ figure, title, text }, at) => (
            <div key={title} className={`border-ink border-t-2 pt-5 ${part(at + 1)}`}>
              <dt>
                <span className="display figures block text-5xl">{figure}</span>
                <span className="display mt-3 block text-2xl">{title}</span>
              </dt>
              <dd className="mt-3 max-w-sm text-muted text-pretty">{text}</dd>
            </div>
          ))}
        </dl>
        <p className={`mt-10 max-w-3xl text-muted text-pretty ${part(4)}`}>{PAYOUT}</p>
      </div>
    </RevealSection>
  )
}

function AwayGames() {
  return (
    <RevealSection
      data-theme="dark"
      aria-labelledby="away"
      className="relative isolate overflow-hidden bg-field text-ink"
    >
      <ChalkLines
        name="velodrome"
        marked={false}
        anchor="end"
        className="-z-10 mask-l-from-20% mask-l-to-42% mask-b-from-0% mask-b-to-80% absolute inset-x-0 top-0 h-3/5 w-full max-md:hidden"
      />
      <div className="wrap py-16 md:py-24">
        <h2 id="away" className={`display max-w-3xl text-4xl ${part(0)}`}>
          Made for away games
        </h2>
        <p className={`mt-5 max-w-xl text-lg text-pretty ${part(0)}`}>
          A bus, a plane, an arena without signal: record anyway. What you recorded is safe on your device and
          tells you the truth about where it is.
        </p>
        <ol className="mt-12 grid gap-8 md:grid-cols-2 lg:grid-cols-4 lg:gap-6">
          {WAY.map(({ word, text }, at) => (
            <li key={word} className={part(at + 1)}>
              <div aria-hidden className="flex items-center">
                <span
                  className={`size-4 rounded-full ${at === WAY.length - 1 ? 'bg-signal' : 'border-2 border-ink'}`}
                />
                <span className="h-0.5 flex-1 bg-line max-lg:hidden" />
              </div>
              <h3 className="display mt-4 text-2xl">{word}</h3>
              <p className="mt-2 max-w-xs text-muted text-pretty">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </RevealSection>
  )
}

function Choices() {
  return (
    <RevealSection aria-labelledby="choices" className="wrap py-16 md:py-24">
      <h2 id="choices" className={`display text-4xl ${part(0)}`}>
        You make the calls
      </h2>
      <ul className="mt-10 grid gap-x-10 gap-y-8 md:mt-14 md:grid-cols-2">
        {CHOICES.map(({ icon, title, text }, at) => (
          <li key={title} className={`flex gap-5 border-t pt-6 ${part(at + 1)}`}>
            <Icon name={icon} className="mt-1 size-7 text-signal-text" />
            <div>
              <h3 className="display text-2xl">{title}</h3>
              <p className="mt-2 max-w-md text-muted text-pretty">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </RevealSection>
  )
}

function Closing() {
  return (
    <RevealSection aria-labelledby="start" className="border-t bg-surface">
      <div className="wrap flex flex-wrap items-end justify-between gap-x-10 gap-y-8 py-16 md:py-24">
        <h2 id="start" className={`display max-w-3xl text-4xl ${part(0)}`}>
          Somebody is asking your question right now.
        </h2>
        <div className={`flex flex-wrap gap-3 ${part(1)}`}>
          <ButtonLink to="/athletejoin" size="large" iconAfter="arrow-right">
            Create an athlete account
          </ButtonLink>
          <ButtonLink to="/waitlist" size="large" tone="secondary">
            Apply to join
          </ButtonLink>
        </div>
      </div>
    </RevealSection>
  )
}

import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Icon } from '../../ui/icon.tsx'
import { part, RevealSection } from '../motion/reveal.tsx'
import { DOORS, LEAD, RULES, STORY } from './about-copy.ts'

/** Renders the About page: the people behind the product, and its house rules (S1-2.2). */
export function AboutScreen() {
  return (
    <>
      <Head />
      <Story />
      <Rules />
      <Doors />
    </>
  )
}

function Head() {
  return (
    <section data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      <ChalkLines
        name="diamond"
        anchor="end"
        className="-z-10 mask-b-from-30% mask-b-to-85% md:mask-b-from-100% md:mask-l-from-26% md:mask-l-to-46% absolute inset-x-0 top-0 h-64 w-full md:h-full"
      />
      <div className="wrap pt-40 pb-12 md:pt-44 md:pb-20">
        <p className="label text-muted">About us</p>
        <h1 className="display mt-3 max-w-4xl text-5xl">Everyone deserves a teammate who has been there.</h1>
      </div>
    </section>
  )
}

function Story() {
  return (
    <section className="wrap grid gap-10 py-16 md:py-24 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-20">
      <p className="display text-3xl text-pretty leading-[1.08]">{LEAD}</p>
      <div className="grid max-w-2xl gap-5 text-lg text-pretty">
        {STORY.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <ButtonLink to="/ask" iconAfter="arrow-right" className="mt-3 justify-self-start">
          Browse the roster
        </ButtonLink>
      </div>
    </section>
  )
}

function Rules() {
  return (
    <RevealSection aria-labelledby="rules" className="border-y bg-surface">
      <div className="wrap py-16 md:py-24">
        <h2 id="rules" className={`display text-4xl ${part(0)}`}>
          House rules
        </h2>
        <ol className="mt-10 grid gap-x-12 gap-y-10 md:mt-14 md:grid-cols-2">
          {RULES.map(({ title, text }, at) => (
            <li key={title} className={`border-ink border-t-2 pt-5 ${part(at + 1)}`}>
              <h3 className="display text-2xl">{title}</h3>
              <p className="mt-3 max-w-lg text-muted text-pretty">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </RevealSection>
  )
}

function Doors() {
  return (
    <RevealSection aria-labelledby="doors" className="wrap py-16 md:py-24">
      <h2 id="doors" className={`display text-4xl ${part(0)}`}>
        Get involved
      </h2>
      <ul className={`card mt-10 divide-y overflow-hidden md:mt-14 ${part(1)}`}>
        {DOORS.map(({ to, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex items-center justify-between gap-6 p-5 hover:bg-sunken focus-visible:-outline-offset-3 md:p-7"
            >
              <span>
                <span className="display block text-2xl">{title}</span>
                <span className="mt-1 block text-muted text-pretty">{text}</span>
              </span>
              <Icon name="arrow-right" className="size-6 text-signal-text" />
            </Link>
          </li>
        ))}
      </ul>
    </RevealSection>
  )
}

import { Link } from '@tanstack/react-router'
import { ANSWER_MS, HOUR_MS, LIMITS } from '../../../sync/limits.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Icon } from '../../ui/icon.tsx'
import { part, RevealSection } from '../motion/reveal.tsx'
import { BENEFITS } from './home-copy.ts'
import { HowItWorks } from './how-it-works.tsx'
import { TopicList } from './topic-list.tsx'

/** Renders the front page: the product, how it works, and the way to the roster (S1-2.38 to S1-2.47). */
export function HomeScreen() {
  return (
    <>
      <Hero />
      <Pitch />
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

/** Renders the text about who answers, and the moving list of topics (S1-2.40). */
function Pitch() {
  return (
    <RevealSection aria-labelledby="pitch" className="border-b">
      <div className="wrap grid gap-10 py-16 md:py-24 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:items-center lg:gap-20">
        <div className={part(0)}>
          <h2 id="pitch" className="display text-4xl">
            Ask what you would ask a teammate
          </h2>
          <p className="mt-6 max-w-xl text-lg text-pretty">
            Send a short text or a short video to an experienced athlete, a coach, or a creator in fitness,
            nutrition and wellness. A recorded video answer comes back, made for you.
          </p>
          <p className="mt-4 max-w-xl text-muted text-pretty">
            With athletes who carry the FREE Question badge, your first question can be free. No signup either
            way.
          </p>
          <Link to="/about" className="link label mt-4 inline-flex min-h-11 items-center">
            More about who we are
          </Link>
        </div>
        <TopicList className={part(1)} />
      </div>
    </RevealSection>
  )
}

/** Renders the six cards about the difference to others (S1-2.43). */
function Difference() {
  return (
    <RevealSection aria-labelledby="difference" className="wrap py-16 md:py-24">
      <h2 id="difference" className={`display max-w-3xl text-4xl ${part(0)}`}>
        Advice from the people who did it
      </h2>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 md:mt-14 md:gap-5 lg:grid-cols-3">
        {BENEFITS.map(({ title, text, icon }, at) => (
          <li key={title} className={`card flex flex-col p-6 md:p-8 ${part(at + 1)}`}>
            <Icon name={icon} className="size-8 text-signal-text" />
            <h3 className="display mt-8 text-2xl md:mt-12">{title}</h3>
            <p className="mt-3 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </RevealSection>
  )
}

/** Renders the closing call of the front page (S1-2.44, S1-2.45). */
function Closing() {
  return (
    <RevealSection data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      <ChalkLines
        name="track"
        anchor="end"
        className="-z-10 mask-l-from-10% mask-l-to-60% absolute inset-0 size-full max-md:opacity-50"
      />
      <div className="wrap flex flex-col items-start gap-8 py-20 md:py-32">
        <h2 className={`display max-w-4xl text-5xl ${part(0)}`}>Choose an athlete and get advice ASAP.</h2>
        <div className={part(1)}>
          <ButtonLink to="/ask" size="large" iconAfter="arrow-right">
            Ask something
          </ButtonLink>
        </div>
      </div>
    </RevealSection>
  )
}

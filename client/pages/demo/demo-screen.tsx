import { useLoaderData } from '@tanstack/react-router'
import { ANSWER_MS, HOUR_MS, LIMITS } from '../../../sync/limits.ts'
import { athleteShareCents } from '../../../sync/money.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { DEMO_CAPTIONS, DEMO_VIDEO, type DemoPage } from './load-demo.ts'

const SCENES = [
  {
    image: 'demo-waiting',
    alt: 'An athlete’s dashboard on a phone: approved questions in the order of their deadlines.',
    title: 'A question comes in',
    text: `Our team has read it. You see who asks, what you get for it, and the time left of your ${ANSWER_MS / HOUR_MS} hours.`,
  },
  {
    image: 'demo-studio',
    alt: 'One question opened on a phone, with the button to record an answer.',
    title: 'You record',
    text: `Read it, press record, speak for about ${LIMITS.answerMarkMs / 1_000} seconds. Trim it, do it again, or decline with a note.`,
  },
  {
    image: 'demo-saved',
    alt: 'After recording without a network: saved on this device, waiting for network, and the next question.',
    title: 'It finds its way',
    text: `Online or not, it is saved on your device, and the app sends it as soon as you have signal. Once it is delivered, ${athleteShareCents(100)}% of the price is yours.`,
  },
] as const

/** Renders the short demo for athletes (S1-2.18): the video, once there is one, and the same story in stills. */
export function DemoScreen() {
  const { hasVideo } = useLoaderData({ strict: false }) as DemoPage
  return (
    <div className="wrap py-10 md:py-16">
      <ScreenHead
        eyebrow="For athletes"
        title="From question to payday in a minute"
        lead="This is the whole job: one question, one short video, and a share that is yours."
        actions={<ButtonLink to="/athletejoin">Create an athlete account</ButtonLink>}
      />
      {hasVideo && <DemoVideo />}
      <ol className="mt-10 grid gap-10 md:mt-14 md:grid-cols-3 md:gap-6 lg:gap-12">
        {SCENES.map(({ image, alt, title, text }, at) => (
          <li key={image}>
            <div
              data-theme="dark"
              className="overflow-hidden rounded bg-field px-8 pt-8 md:px-6 lg:px-12 lg:pt-12"
            >
              <img
                src={`/screenshots/${image}.webp`}
                alt={alt}
                width={624}
                height={960}
                loading={at === 0 ? 'eager' : 'lazy'}
                fetchPriority={hasVideo ? 'low' : 'auto'}
                decoding="async"
                className="mx-auto aspect-[624/960] w-full max-w-72 rounded-t-2xl border-4 border-b-0 border-line object-cover object-top"
              />
            </div>
            <h2 className="display mt-6 text-2xl">
              <span aria-hidden className="figures mr-3 text-signal-text">
                {at + 1}
              </span>
              {title}
            </h2>
            <p className="mt-2 max-w-md text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-12 flex flex-wrap items-center gap-3 border-t pt-8">
        <ButtonLink to="/benefits" tone="secondary">
          See what it pays
        </ButtonLink>
        <ButtonLink to="/demodashboard" tone="secondary">
          See a fan’s dashboard
        </ButtonLink>
      </p>
    </div>
  )
}

function DemoVideo() {
  return (
    <video
      src={DEMO_VIDEO}
      controls
      playsInline
      preload="metadata"
      className="mt-10 aspect-video w-full rounded bg-field md:mt-14"
    >
      <track kind="captions" srcLang="en" label="English" src={DEMO_CAPTIONS} />
    </video>
  )
}

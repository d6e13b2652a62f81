import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-name.ts'
import { PauseButton } from '../motion/pause-button.tsx'
import { useRotation } from '../motion/use-rotation.ts'
import { EXAMPLES } from './home-copy.ts'

const ROTATE_MS = 4_000

/** Renders a carousel of seven example questions, which changes every 4 s (S1-2.42). */
export function ExampleCarousel({ className }: { className: string }) {
  const { index, isPaused, toggle, show, hold } = useRotation({ count: EXAMPLES.length, everyMs: ROTATE_MS })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group by its own pattern, not a set of fields
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label="Example questions"
      {...hold}
      className={`flex min-w-0 flex-col ${className}`}
    >
      <div
        data-theme="dark"
        aria-live={isPaused ? 'polite' : 'off'}
        className="grid flex-1 overflow-hidden rounded bg-field text-ink"
      >
        {EXAMPLES.map((example, at) => (
          <Slide key={example.question} example={example} at={at} isShown={at === index} />
        ))}
      </div>
      <div className="mt-2 flex items-center justify-between">
        <PauseButton isPaused={isPaused} onToggle={toggle} what="the example questions" className="-ml-3.5" />
        <p className="figures ml-auto px-3 text-muted text-sm" aria-hidden>
          {index + 1} / {EXAMPLES.length}
        </p>
        <Turn icon="arrow-left" label="Previous question" onClick={() => show(index - 1)} />
        <Turn icon="arrow-right" label="Next question" onClick={() => show(index + 1)} />
      </div>
    </div>
  )
}

type SlideProps = { example: (typeof EXAMPLES)[number]; at: number; isShown: boolean }

/** Renders one slide. All slides lie in one cell, so that the tallest sets the height and nothing moves. */
function Slide({ example: { sport, kind, question, ground }, at, isShown }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel's own pattern
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${at + 1} of ${EXAMPLES.length}`}
      aria-hidden={!isShown}
      className={`relative isolate col-start-1 row-start-1 flex min-h-96 flex-col justify-end p-6 transition-[opacity,visibility] duration-250 md:p-10 ${isShown ? '' : 'invisible opacity-0'}`}
    >
      <ChalkLines
        name={ground}
        anchor="end"
        className="-z-10 mask-b-from-20% mask-b-to-75% absolute inset-x-0 top-0 h-3/4 w-full"
      />
      <p className="label flex items-center gap-2 text-muted text-sm">
        <Icon name={kind === 'video' ? 'camera' : 'text'} />
        {sport}, asked {kind === 'video' ? 'on video' : 'in words'}
      </p>
      <blockquote className="display mt-3 text-3xl">“{question}”</blockquote>
    </div>
  )
}

type TurnProps = { icon: IconName; label: string; onClick: () => void }

function Turn({ icon, label, onClick }: TurnProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="touch grid place-items-center rounded text-muted hover:text-ink"
    >
      <Icon name={icon} label={label} />
    </button>
  )
}

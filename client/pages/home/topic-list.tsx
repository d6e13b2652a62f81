import { PauseButton } from '../motion/pause-button.tsx'
import { useRotation, wrap } from '../motion/use-rotation.ts'
import { TOPICS } from './home-copy.ts'

const ADVANCE_MS = 1_200
/** Each row is 60 px high. Seven rows are visible, and the fourth of them, at index `UP`, is the current one. */
const UP = 3
const SEEN = [
  'motion-safe:translate-y-0 motion-safe:text-control',
  'motion-safe:translate-y-15 motion-safe:text-control',
  'motion-safe:translate-y-30 motion-safe:text-muted',
  'motion-safe:translate-y-45',
  'motion-safe:translate-y-60 motion-safe:text-muted',
  'motion-safe:translate-y-75 motion-safe:text-control',
  'motion-safe:translate-y-90 motion-safe:text-control',
]
const BELOW = 'motion-safe:translate-y-105 motion-safe:opacity-0'
const ABOVE = 'motion-safe:-translate-y-15 motion-safe:opacity-0'
const ROW =
  'motion-safe:absolute motion-safe:inset-x-0 motion-safe:top-0 motion-safe:flex motion-safe:h-15 motion-safe:items-center motion-safe:whitespace-nowrap motion-safe:pl-9 motion-safe:transition-[translate,opacity] motion-safe:duration-250 md:motion-safe:pl-14 motion-reduce:inline'

function place(slot: number): string {
  return SEEN[slot] ?? (slot === TOPICS.length - 1 ? ABOVE : BELOW)
}

/**
 * Renders the sixteen topics, which move on by a lane every 1.2 s. If the visitor prefers reduced motion, all of
 * them are visible at once and stand still (S1-1.26).
 */
export function TopicList({ className }: { className: string }) {
  const { index, isPaused, toggle } = useRotation({ count: TOPICS.length, everyMs: ADVANCE_MS })
  return (
    <div className={`min-w-0 ${className}`}>
      <div className="motion-safe:mask-y-from-86% motion-safe:mask-y-to-100% relative motion-safe:h-105 motion-safe:overflow-clip">
        <Lanes />
        <ul
          aria-label="Topics"
          className="display text-pretty motion-safe:text-[clamp(1.3rem,0.85rem+2vw,2.5rem)] motion-reduce:text-3xl motion-reduce:leading-[1.12]"
        >
          {TOPICS.map((topic, at) => (
            <li key={topic} className={`${ROW} ${place(wrap(at - index + UP, TOPICS.length))}`}>
              {topic}
              {at < TOPICS.length - 1 && (
                <span aria-hidden className="text-signal motion-safe:hidden">
                  {'\u00a0/ '}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <PauseButton isPaused={isPaused} onToggle={toggle} what="the topics" className="mt-2 -ml-3.5" />
    </div>
  )
}

/** Renders the lines between the rows, and the runner in the lane of the current topic. */
function Lanes() {
  return (
    <div aria-hidden className="motion-reduce:hidden">
      {SEEN.map((lane, at) => (
        <div key={lane} className={`h-15 border-b ${at === UP - 1 || at === UP ? 'border-ink' : ''}`} />
      ))}
      <span className="absolute top-1/2 left-0 size-4 -translate-y-1/2 rounded-full bg-signal md:left-2 md:size-5" />
    </div>
  )
}

import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-name.ts'
import type { Chapter, ChapterState } from './question-story.ts'

const MARKS: Record<ChapterState, { icon: IconName | null; look: string; spoken: string }> = {
  done: { icon: 'check', look: 'border-inverse bg-inverse text-on-inverse', spoken: 'Done' },
  now: { icon: null, look: 'border-signal bg-signal text-on-signal', spoken: 'Now' },
  ahead: { icon: null, look: 'border-line bg-page', spoken: 'To come' },
  ended: { icon: 'close', look: 'border-control bg-page text-ink', spoken: 'Ended' },
}

/** Renders the chapters of a question from top to bottom, and marks where it is. */
export function Story({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <ol className="grid">
      {chapters.map((chapter, index) => (
        <Line key={chapter.key} chapter={chapter} isLast={index === chapters.length - 1} />
      ))}
    </ol>
  )
}

function Line({ chapter, isLast }: { chapter: Chapter; isLast: boolean }) {
  const { title, detail, state } = chapter
  const { icon, look, spoken } = MARKS[state]
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={`relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 ${isLast ? '' : 'pb-6'}`}
    >
      {!isLast && (
        <span
          aria-hidden
          className={`absolute top-7 bottom-0 left-[13px] w-0.5 ${state === 'done' ? 'bg-inverse' : 'bg-line'}`}
        />
      )}
      <span className={`grid size-7 place-items-center rounded-full border-2 ${look}`}>
        {icon && <Icon name={icon} className="size-4" />}
        {state === 'now' && <span aria-hidden className="size-2 animate-breathe rounded-full bg-on-signal" />}
        <span className="sr-only">{spoken}:</span>
      </span>
      <div className={state === 'ahead' ? 'text-muted' : ''}>
        <p className={`label leading-7 ${state === 'now' ? 'text-lg' : ''}`}>{title}</p>
        {detail && <p className="figures text-muted text-sm text-pretty">{detail}</p>}
      </div>
    </li>
  )
}

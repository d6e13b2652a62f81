import { useEffect, useRef } from 'react'
import { notesKey } from '../../store/notes.ts'
import { useStored } from '../../store/use-device.ts'

type TeleprompterProps = { questionId: string; isRunning: boolean }

/** Renders the notes over the picture, and scrolls them at the pace of speech; the athlete can scroll on. */
export function Teleprompter({ questionId, isRunning }: TeleprompterProps) {
  const stored = useStored(({ settings }) => settings.get(notesKey(questionId)), questionId)
  const text = typeof stored?.value === 'string' ? stored.value.trim() : ''
  return text === '' ? null : <Scroller text={text} isRunning={isRunning} />
}

function Scroller({ text, isRunning }: { text: string; isRunning: boolean }) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const pane = ref.current
    if (!pane || !isRunning || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const speed = scrollSpeed(text, pane.scrollHeight - pane.clientHeight)
    let last = performance.now()
    // Add up the fractions of a pixel here, because the browser rounds `scrollTop`.
    let rest = 0
    let frame = requestAnimationFrame(function scroll(now) {
      rest += ((now - last) / 1_000) * speed
      last = now
      const whole = Math.floor(rest)
      rest -= whole
      if (whole > 0) pane.scrollTop += whole
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [text, isRunning])
  return (
    <section
      ref={ref}
      aria-label="Your notes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long notes are scrolled by keyboard as well
      tabIndex={0}
      className="max-h-[22dvh] min-h-0 overflow-y-auto low:max-h-[60dvh] flat:max-h-[40dvh] overscroll-contain low:overscroll-auto whitespace-pre-line rounded bg-page/80 px-4 py-3 text-ink text-xl leading-relaxed"
    >
      {text}
    </section>
  )
}

/** How many words a second people speak to a camera. */
const WORDS_A_SECOND = 2.4
/** How many seconds short notes take at least, so that they do not scroll away before they are read. */
const LEAST_SECONDS = 4

/**
 * Returns how many pixels a second notes scroll, so that their end is reached as it is spoken. `hiddenPixels` is the
 * height that does not fit.
 */
export function scrollSpeed(text: string, hiddenPixels: number): number {
  if (hiddenPixels <= 0) return 0
  const words = text.split(/\s+/).filter(Boolean).length
  return hiddenPixels / Math.max(LEAST_SECONDS, words / WORDS_A_SECOND)
}

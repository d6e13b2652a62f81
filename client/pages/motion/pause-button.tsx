import { Button } from '../../ui/button.tsx'

type PauseButtonProps = {
  isPaused: boolean
  onToggle: () => void
  /** What moves, in the words of the label: "the topics". */
  what: string
  className?: string
}

/**
 * Renders the button that pauses something that moves by itself (D90). If the visitor prefers reduced motion,
 * nothing moves and the button is hidden.
 */
export function PauseButton({ isPaused, onToggle, what, className = '' }: PauseButtonProps) {
  const word = isPaused ? 'Play' : 'Pause'
  return (
    <Button
      tone="quiet"
      size="small"
      icon={isPaused ? 'play' : 'pause'}
      onClick={onToggle}
      className={`motion-reduce:hidden ${className}`}
    >
      {word}
      <span className="sr-only">{what}</span>
    </Button>
  )
}

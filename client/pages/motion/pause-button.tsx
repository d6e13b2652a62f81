import { Button } from '../../ui/button.tsx'

type PauseButtonProps = {
  isPaused: boolean
  onToggle: () => void
  /** What moves, as it is spoken: "the topics". */
  what: string
  className?: string
}

/** Everything that moves by itself has one (D90). Where nothing moves there is nothing to pause. */
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

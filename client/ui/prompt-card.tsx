import type { ReactNode } from 'react'
import { IN_PLACE } from './focus-moved.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-name.ts'

type PromptCardProps = {
  icon: IconName
  children: ReactNode
  /** The only thing that the card offers: a small Button. */
  action: ReactNode
  onDismiss: () => void
}

/**
 * Renders an offer at the edge of the screen (install, update). It never covers the work, and is hidden while a
 * form shows its save bar. Dismissing it moves the focus to the main part of the page.
 */
export function PromptCard({ icon, children, action, onDismiss }: PromptCardProps) {
  const dismiss = () => {
    onDismiss()
    document.getElementById('main')?.focus(IN_PLACE)
  }
  return (
    <section
      aria-label="Notice"
      className="card pointer-events-auto flex w-full max-w-md animate-rise items-center gap-3 py-2 pr-1.5 pl-4 text-sm shadow-float in-[body:has([data-bar])]:hidden"
    >
      <Icon name={icon} className="size-5 text-signal-text" />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
      <button
        type="button"
        onClick={dismiss}
        className="touch grid place-items-center rounded text-muted hover:text-ink"
      >
        <Icon name="close" label="Not now" className="size-4" />
      </button>
    </section>
  )
}

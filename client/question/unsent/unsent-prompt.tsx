import { useEffect } from 'react'
import { getSession } from '../../api/session.ts'
import { unmarkUnsent } from '../../store/account/unsent-mark.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PromptCard } from '../../ui/prompt-card.tsx'
import { unsentWords, wayOn } from './read-unsent.ts'
import { useUnsentDrafts } from './use-unsent-drafts.ts'

/** Reminds a returning fan of the question they last wrote on this device and did not send, if there is one. */
export function UnsentPrompt({ onDismiss }: { onDismiss: () => void }) {
  const { unsent = [], isNothing = false } = useUnsentDrafts() ?? {}
  const [latest] = unsent
  useEffect(() => {
    if (isNothing) unmarkUnsent(getSession().account)
  }, [isNothing])
  if (!latest) return null
  const { subject } = latest
  const { title, action } = unsentWords(latest)
  return (
    <PromptCard
      icon="edit"
      onDismiss={onDismiss}
      action={
        <ButtonLink {...wayOn(latest)} size="small">
          {action ?? 'Read it'}
        </ButtonLink>
      }
    >
      <p className="label leading-snug">{title}</p>
      {subject && <p className="truncate text-muted max-sm:hidden">{subject}</p>}
    </PromptCard>
  )
}

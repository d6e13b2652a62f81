import { PRODUCT } from '../../../sync/text/product.ts'
import { areCookiesBlocked, whyNothingIsKept } from '../../api/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { PromptCard } from '../../ui/prompt-card.tsx'

/**
 * Says that the browser stores nothing, what still works, and what to do. Asking and signing in need cookies, and
 * keeping drafts needs storage.
 */
export function NothingKept({ onDismiss }: { onDismiss: () => void }) {
  return (
    <PromptCard
      icon="warning"
      onDismiss={onDismiss}
      action={
        <Button size="small" onClick={onDismiss}>
          OK
        </Button>
      }
    >
      {whatIsSo()}
    </PromptCard>
  )
}

function whatIsSo(): string {
  if (areCookiesBlocked())
    return `This browser lets ${PRODUCT.name} keep nothing, not even who you are. You can look around. To ask or to sign in, allow cookies and site data for this site, then reload the page.`
  if (whyNothingIsKept() === 'unopened')
    return `This browser cannot store anything for ${PRODUCT.name} at the moment. You can ask and sign in here, but what you write is gone when you close this page. What was stored here before is not touched. If this device is full, make some room; if this is a private window, use a normal one. Then reload the page.`
  return `This browser lets ${PRODUCT.name} keep nothing. You can ask and sign in here, but what you write is gone when you close this page. To keep it, allow site data for this site.`
}

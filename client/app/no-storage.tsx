import { PRODUCT } from '../../sync/text/product.ts'
import { areCookiesBlocked } from '../api/cookies-blocked.ts'
import { keepInMemory } from '../db/storage/in-memory.ts'
import { Button } from '../ui/button.tsx'
import { PromptCard } from '../ui/prompt-card.tsx'

/** Keeps everything in the memory of this page, because the browser lets it store nothing, or cannot store it. */
export function storeNothing(why: 'blocked' | 'unopened'): void {
  keepInMemory({
    Notice: why === 'blocked' ? NothingKept : NothingStored,
    lost: 'What you wrote on it is gone once you reload it.',
  })
}

type NothingProps = { onDismiss: () => void }

/**
 * Says that the browser lets the site store nothing, what still works, and what to do. Asking and signing in need
 * cookies, and keeping drafts needs storage.
 */
function NothingKept({ onDismiss }: NothingProps) {
  return (
    <Notice onDismiss={onDismiss}>
      {!areCookiesBlocked()
        ? `This browser lets ${PRODUCT.name} keep nothing. You can ask and sign in here, but what you write is gone when you close this page. To keep it, allow site data for this site.`
        : `This browser lets ${PRODUCT.name} keep nothing, not even who you are. You can look around. To ask or to sign in, allow cookies and site data for this site, then reload the page.`}
    </Notice>
  )
}

/** Says that the browser stores nothing at the moment, though it may, and what to do. */
function NothingStored({ onDismiss }: NothingProps) {
  return (
    <Notice onDismiss={onDismiss}>
      {`This browser cannot store anything for ${PRODUCT.name} at the moment. You can ask and sign in here, but what you write is gone when you close this page. What was stored here before is not touched. If this device is full, make some room; if this is a private window, use a normal one. Then reload the page.`}
    </Notice>
  )
}

function Notice({ onDismiss, children }: NothingProps & { children: string }) {
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
      {children}
    </PromptCard>
  )
}

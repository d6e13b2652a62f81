import { useCallback, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useLater } from '../../ui/use-later.ts'
import { savedWhen } from '../asking/saved-when.ts'
import { type Unsent, unsentWords, wayOn } from './read-unsent.ts'
import { useUnsentDrafts } from './use-unsent-drafts.ts'

const SHOWN = 3

type UnsentQuestionsProps = { username?: string; isClosed?: boolean }

/**
 * Renders the questions that were written on this device and not sent; nothing when there are none. With `isClosed`
 * the athlete takes none now, so the questions can be read and discarded, and lead nowhere.
 */
export function UnsentQuestions({ username, isClosed = false }: UnsentQuestionsProps) {
  const all = useUnsentDrafts()?.unsent ?? []
  const unsent = username ? all.filter(({ to }) => to?.username === username) : all
  const [isOpen, setOpen] = useState(false)
  if (unsent.length === 0) return null
  const shown = isOpen ? unsent : unsent.slice(0, SHOWN)
  const others = unsent.length - shown.length
  return (
    <section aria-label="Not sent yet" className="grid gap-3">
      {shown.map((each) => (
        <UnsentCard key={each.id} unsent={each} isClosed={isClosed} />
      ))}
      {others > 0 && (
        <Button tone="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
          {others === 1 ? 'Show one more' : `Show ${others} more`}
        </Button>
      )}
    </section>
  )
}

const loadDialog = () => import('./unsent-dialog.tsx').then((found) => found.UnsentDialog)

function UnsentCard({ unsent, isClosed }: { unsent: Unsent; isClosed: boolean }) {
  const { subject, savedAt, isWhole, needsSignIn } = unsent
  const [isShown, setShown] = useState(false)
  const close = useCallback(() => setShown(false), [])
  const UnsentDialog = useLater(loadDialog)
  const { title, action } = unsentWords(unsent, isClosed)
  return (
    <div className="card flex flex-wrap items-center gap-x-6 gap-y-4 border-l-4 border-l-signal p-4 md:p-5">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="label text-lg leading-snug">{title}</h2>
        <p className="mt-1 truncate text-muted">{subject || 'No subject yet'}</p>
        <p className="mt-1 text-muted text-sm">{savedWhen(savedAt)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
        {/* A submitted question leaves by itself, so it cannot be discarded here. */}
        {!needsSignIn && (
          <Button tone="quiet" size="small" disabled={!UnsentDialog} onClick={() => setShown(true)}>
            Read or discard
          </Button>
        )}
        {action && (
          <ButtonLink
            {...wayOn(unsent)}
            tone={isWhole ? 'primary' : 'secondary'}
            iconAfter="arrow-right"
            className="max-sm:w-full"
          >
            {action}
          </ButtonLink>
        )}
      </div>
      {isShown && UnsentDialog && <UnsentDialog unsent={unsent} onClose={close} />}
    </div>
  )
}

import { BusyButton } from '../../ui/busy-button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'

const LOST_LINK = { to: '/lostlink', label: 'Lost link?' } as const
const ASK = { to: '/ask', label: 'Ask a question' } as const
const YOURS = { to: '/ask', label: 'Look for your questions' } as const

const NOT_THERE = {
  missing: {
    title: 'This link does not work',
    text: 'It may have been cut in the mail. The latest email about your question has the link that counts, and we can mail it to you again.',
    next: LOST_LINK,
  },
  replaced: {
    title: 'This link was replaced',
    text: 'The question has a newer link, which went out by mail. The latest email has the one that counts, and we can mail it again.',
    next: LOST_LINK,
  },
  disowned: {
    title: 'This link was turned off',
    text: 'We took the email address off this question, because its owner did not ask it or has left. If you asked it, nothing is lost: open the list of athletes in the browser you asked with. You find the question under “Your questions”, and you can give us your address there.',
    next: YOURS,
  },
  revoked: {
    title: 'This link was turned off',
    text: 'The person who shared this answer with you has turned the link off. You can ask a question of your own.',
    next: ASK,
  },
  ended: {
    title: 'This link has expired',
    text: 'Private links work for two years, or less where somebody asked us to delete their data. This one no longer does.',
    next: ASK,
  },
}

type Why = keyof typeof NOT_THERE

/** Checks whether this state means that the link opens nothing. */
export function isNotThere(state: string): state is Why {
  return state in NOT_THERE
}

/** Says why a link opens nothing, or no longer does, and what the reader can do. */
export function NotThere({ why }: { why: Why }) {
  const { title, text, next } = NOT_THERE[why]
  return (
    <div className="wrap py-10 md:py-16">
      <h1 className="sr-only">Your question</h1>
      <EmptyState title={title} drawing="circle" action={<ButtonLink to={next.to}>{next.label}</ButtonLink>}>
        {text}
      </EmptyState>
    </div>
  )
}

/** Renders the page when nothing is known of the question yet. */
export function NothingSeen({ isCutOff, onRetry }: { isCutOff: boolean; onRetry: () => Promise<void> }) {
  return (
    <div className="wrap py-10 md:py-16">
      <h1 className="sr-only">Your question</h1>
      {isCutOff ? (
        <EmptyState title="Offline" drawing="track">
          You have not opened this question on this device before. It appears once you are back online.
        </EmptyState>
      ) : (
        <EmptyState
          title="Not right now"
          drawing="track"
          action={
            <BusyButton icon="retry" onPress={onRetry}>
              Try again
            </BusyButton>
          }
        >
          Your question is safe with us; we cannot show it right now.
        </EmptyState>
      )}
    </div>
  )
}

export function Loading() {
  return (
    <div role="status" aria-label="Loading your question" className="wrap py-8 md:py-12">
      <div className="flex items-center gap-3">
        <Skeleton className="size-12" />
        <Skeleton className="h-6 w-40" />
      </div>
      <Skeleton className="mt-4 h-14 w-4/5 max-w-xl" />
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="grid content-start gap-4">
          <Skeleton className="h-8 w-1/2" />
          <SkeletonText lines={4} />
        </div>
        <div className="grid content-start gap-6">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      </div>
    </div>
  )
}

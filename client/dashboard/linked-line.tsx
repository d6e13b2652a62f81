import { Link } from '@tanstack/react-router'
import type { Linked } from './use-linked-question.ts'

/** How it stands with the question that a notification spoke of. */
export function LinkedLine({ linked }: { linked: NonNullable<Linked> }) {
  return (
    <p role="status" className="label mb-4 text-muted text-sm">
      {linked === 'opening' ? (
        'Opening the question you were told of'
      ) : (
        <>
          The question you were told of is not on this device. It may have been taken back; if it is still to
          come, it opens by itself.{' '}
          <Link to="/dashboard" search={{ tab: 'conversations' }} className="link">
            See what is here
          </Link>
        </>
      )}
    </p>
  )
}

import type { FanQuestion } from '../../../sync/calls.ts'
import { useSession } from '../../api/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'

/** Where to go from here: an account for whoever has none, or another request (S2-2.137, S2-2.138). */
export function WhatNext({ athlete }: { athlete: FanQuestion['athlete'] }) {
  const { person } = useSession()
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {athlete.username && (
        <ButtonLink
          to="/request/{-$username}"
          params={{ username: athlete.username }}
          tone="secondary"
          size="small"
        >
          Make another request
        </ButtonLink>
      )}
      {!person && (
        <ButtonLink to="/fanjoin" tone="secondary" size="small">
          Create a free account
        </ButtonLink>
      )}
    </div>
  )
}

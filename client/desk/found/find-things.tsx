import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { FindAnswer } from '../../../sync/desk/things.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { askDesk, errorTextOf } from '../desk-queries.ts'
import { ErrorLine } from '../error-line.tsx'
import { useSettled } from '../use-settled.ts'
import { ThingLink } from './thing-link.tsx'
import { nameOfThing, THING_NAMES } from './thing-words.ts'

/** Renders the button that opens the search for anything with an id, a username or an email address. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" size="small" icon="search" onClick={() => setOpen(true)}>
        <span className="max-md:sr-only">Find</span>
      </Button>
      {isOpen && <FindDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function FindDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog open title="Find" onClose={onClose}>
      <div className="grid gap-4">
        <TextField
          label="ID, @username or email"
          hint="An ID of ours or of Stripe: pi_…, ch_…, re_…, du_…, tr_…"
          value={typed}
          limit={LIMITS.emailCharacters}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FoundThings typed={typed} onFollow={onClose} />
      </div>
    </Dialog>
  )
}

type FoundThingsProps = { typed: string; onFollow?: () => void }

/** Renders the things that match the typed text, each as a link to its place at the desk. */
export function FoundThings({ typed, onFollow }: FoundThingsProps) {
  const { found, more, errorText, again } = useFound(typed.trim())
  return (
    <>
      {errorText && <ErrorLine errorText={errorText} onAgain={again} />}
      {/* There before what was found, because screen readers read only what is added to it. */}
      <output className="block">
        {found && !errorText && <Found things={found} more={more} {...(onFollow && { onFollow })} />}
      </output>
    </>
  )
}

type FoundProps = { things: FindAnswer['things']; more: boolean; onFollow?: () => void }

function Found({ things, more, onFollow }: FoundProps) {
  return (
    <>
      {things.length === 0 ? (
        <p className="text-muted text-sm">Nothing here has this ID, username or address.</p>
      ) : (
        <ul className="divide-y rounded border text-sm">
          {things.map((thing) => (
            <li key={`${thing.kind} ${thing.id}`} className="flex items-start gap-3 px-4 py-3">
              <Badge>{THING_NAMES[thing.kind]}</Badge>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <ThingLink thing={thing} {...(onFollow && { onFollow })}>
                  {nameOfThing(thing)}
                </ThingLink>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="pt-2">
        <CutLine more={more} shown="newest of each kind">
          The lists of the desk have the others.
        </CutLine>
      </div>
    </>
  )
}

const WAIT_MS = 200
const SHORTEST = 3

function useFound(typed: string) {
  const q = useSettled(typed, WAIT_MS).slice(0, LIMITS.emailCharacters)
  const { data, error, refetch } = useQuery({
    queryKey: [DESK_CALLS.deskFind, q],
    queryFn: () => askDesk<FindAnswer>(DESK_CALLS.deskFind, { q }),
    enabled: q.length >= SHORTEST,
  })
  // Hide the results of an earlier text until the answer for this text arrives.
  if (typed.slice(0, LIMITS.emailCharacters) !== q)
    return { found: null, more: false, errorText: null, again: () => {} }
  return {
    found: data?.things ?? null,
    more: data?.more ?? false,
    errorText: errorTextOf(error),
    again: () => void refetch(),
  }
}

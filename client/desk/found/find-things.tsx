import { useEffect, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { FindAnswer, Thing } from '../../../sync/desk/things.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { ErrorLine } from '../error-line.tsx'
import { troubleOf } from '../use-look.ts'
import { ThingLink } from './thing-link.tsx'
import { nameOfThing, THING_NAMES } from './thing-words.ts'

/** Looks for whatever has an id, a username or an address, from anywhere at the desk. */
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
          label="ID, @username or e-mail"
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

/** What stands behind what was typed, each as the way to it. */
export function FoundThings({ typed, onFollow }: FoundThingsProps) {
  const { found, more, trouble, again } = useFound(typed.trim())
  if (trouble) return <ErrorLine trouble={trouble} onAgain={again} />
  if (!found) return null
  return (
    <output className="block">
      {found.length === 0 ? (
        <p className="text-muted text-sm">Nothing here has this ID, username or address.</p>
      ) : (
        <ul className="divide-y rounded border text-sm">
          {found.map((thing) => (
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
    </output>
  )
}

const WAIT_MS = 200

type Found = { found: Thing[] | null; more: boolean; trouble: string | null }
const NOTHING: Found = { found: null, more: false, trouble: null }

function useFound(q: string) {
  const [kept, setKept] = useState<Found>(NOTHING)
  const [look, setLook] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look asks anew
  useEffect(() => {
    let isOver = false
    setKept(NOTHING)
    if (q.length < 3) return
    const timer = setTimeout(async () => {
      const answer = await call<FindAnswer>(DESK_CALLS.deskFind, { q: q.slice(0, LIMITS.emailCharacters) })
      if (isOver) return
      setKept(
        answer.ok
          ? { found: answer.value.things, more: answer.value.more, trouble: null }
          : { ...NOTHING, trouble: troubleOf(answer) },
      )
    }, WAIT_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [q, look])
  return { ...kept, again: () => setLook(look + 1) }
}

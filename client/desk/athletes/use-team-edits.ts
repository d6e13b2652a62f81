import { useEffect, useRef, useState } from 'react'
import type { AthleteAnswer, TeamEdits } from '../../../sync/desk/athletes.ts'
import { useSession } from '../../api/session.ts'
import { act } from '../office/send-act.ts'

type Field = keyof TeamEdits
/** What an admin entered in a field, and what stood there when they began. */
type Entered = { [F in Field]?: { from: TeamEdits[F]; to: TeamEdits[F] } }

/** What was entered in this page and not saved, by the admin's account and the athlete. */
const unsaved = new Map<string, Entered>()

function keepUnsaved(key: string, entered: Entered): void {
  if (Object.keys(entered).length === 0) unsaved.delete(key)
  else unsaved.set(key, entered)
}

/**
 * Returns the fields that only the team changes, as entered so far. What others change meanwhile is shown in the
 * fields that were not touched. A touched field keeps what was entered; the server refuses it once if its value has
 * changed, `clash` names it, and the next save replaces the new value. `onSettled` fetches the athlete again. What was
 * entered for one athlete is there again after another one was looked at, until it is saved or the page is closed.
 */
export function useTeamEdits(athlete: AthleteAnswer, onSettled: () => void) {
  const key = `${useSession().account} ${athlete.id}`
  const [all, setAll] = useState(() => unsaved.get(key) ?? {})
  const [clash, setClash] = useState<string[]>([])
  const isSettled = useRef(false)
  const current = editsOf(athlete)
  const entered = withoutSaved(all, current)
  const latest = useRef(entered)
  latest.current = entered
  const setEntered = useRef((_: Entered) => {})
  setEntered.current = (now) => {
    setAll(now)
    keepUnsaved(key, now)
  }
  useEffect(() => {
    if (!isSettled.current) return
    isSettled.current = false
    setEntered.current(rebased(latest.current, editsOf(athlete)))
  }, [athlete])
  const change = (edits: Partial<TeamEdits>) => {
    const touched = Object.entries(edits).map(([field, to]) => {
      const from = entered[field as Field]?.from ?? current[field as Field]
      return [field, { from, to }]
    })
    setEntered.current({ ...entered, ...(Object.fromEntries(touched) as Entered) })
  }
  const edits = { ...current, ...sideOf(entered, 'to') }
  const before = { ...current, ...sideOf(entered, 'from') }
  const now = { ...edits, tiktokEmbeds: linksIn(edits.tiktokEmbeds) }
  const save = async () => {
    const args = { personId: athlete.id, before, now }
    const result = await act({ name: 'athlete.edit', args }, 'Saved: the profile shows it.')
    const refusal = result.ok || !('refusal' in result) ? null : result.refusal
    if (!result.ok && refusal?.code !== 'changed-meanwhile') return
    setClash(refusal ? String(refusal.detail?.fields ?? '').split(',') : [])
    isSettled.current = true
    // The form shows what was saved until it was fetched again; nobody may be offered it as unsaved later.
    if (result.ok) keepUnsaved(key, rebased(latest.current, now))
    if (refusal) setEntered.current(rebased(latest.current, current))
    onSettled()
  }
  return { edits, before, now, clash, isChanged: !isSame(now, before), change, save }
}

const editsOf = ({ paused, promo, tags, tiktokEmbeds }: AthleteAnswer): TeamEdits => ({
  paused,
  promo,
  tags,
  tiktokEmbeds,
})

const linksIn = (rows: readonly string[]) => rows.map((link) => link.trim()).filter(Boolean)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const sideOf = (entered: Entered, side: 'from' | 'to') =>
  Object.fromEntries(
    Object.entries(entered).map(([field, both]) => [field, both[side]]),
  ) as Partial<TeamEdits>

/** Leaves out what was saved, or entered by somebody else as well, since this was entered. */
const withoutSaved = (entered: Entered, current: TeamEdits): Entered => {
  const rest = Object.entries(entered).filter(([name, { from, to }]) => {
    const is = current[name as Field]
    return isSame(from, is) || !isSame(kept(name, to), is)
  })
  return Object.fromEntries(rest) as Entered
}

/** Returns what is saved of what was entered in a field. */
const kept = (field: string, to: TeamEdits[Field]) =>
  Array.isArray(to) && field === 'tiktokEmbeds' ? linksIn(to) : to

/** Returns what was entered as a change of the values that are kept now; what is kept already is left out. */
function rebased(entered: Entered, current: TeamEdits): Entered {
  const rest = Object.entries(entered).flatMap(([field, { to }]) => {
    const from = current[field as Field]
    return isSame(from, kept(field, to)) ? [] : [[field, { from, to }] as const]
  })
  return Object.fromEntries(rest) as Entered
}

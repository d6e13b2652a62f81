import { useEffect, useRef, useState } from 'react'
import type { AthleteAnswer, TeamEdits } from '../../../sync/desk/athletes.ts'
import { act } from '../office/send-act.ts'

type Field = keyof TeamEdits
/** What an admin entered in a field, and what stood there when they began. */
type Entered = { [F in Field]?: { from: TeamEdits[F]; to: TeamEdits[F] } }

/**
 * Returns the fields that only the team changes, as entered so far. What others change meanwhile is shown in the
 * fields that were not touched. A touched field keeps what was entered; the server refuses it once if its value has
 * changed, `clash` names it, and the next save replaces the new value. `onSettled` fetches the athlete again.
 */
export function useTeamEdits(athlete: AthleteAnswer, onSettled: () => void) {
  const [entered, setEntered] = useState<Entered>({})
  const [clash, setClash] = useState<string[]>([])
  const isSettled = useRef(false)
  const current = editsOf(athlete)
  useEffect(() => {
    if (!isSettled.current) return
    isSettled.current = false
    setEntered((so) => rebased(so, editsOf(athlete)))
  }, [athlete])
  const change = (edits: Partial<TeamEdits>) => {
    const touched = Object.entries(edits).map(([field, to]) => {
      const from = entered[field as Field]?.from ?? current[field as Field]
      return [field, { from, to }]
    })
    setEntered({ ...entered, ...(Object.fromEntries(touched) as Entered) })
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
    if (refusal) setEntered((so) => rebased(so, current))
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

/** Returns what was entered as a change of the values that are kept now; what is kept already is left out. */
function rebased(entered: Entered, current: TeamEdits): Entered {
  const rest = Object.entries(entered).flatMap(([field, { to }]) => {
    const from = current[field as Field]
    const wanted = Array.isArray(to) && field === 'tiktokEmbeds' ? linksIn(to) : to
    return isSame(from, wanted) ? [] : [[field, { from, to }] as const]
  })
  return Object.fromEntries(rest) as Entered
}

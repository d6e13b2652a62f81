import { useEffect, useRef } from 'react'
import { areKeysOn } from './keys-on.ts'

/** The actions that a key can trigger at the desk. */
export type DeskMove = 'next' | 'previous' | 'approve' | 'reject' | 'search' | 'choose' | 'undo'

const KEYS: Record<string, DeskMove> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  x: 'choose',
  u: 'undo',
  '/': 'search',
}

/** The actions that a held key repeats. Any other would also reach the requests that come after the one meant. */
const REPEATED: readonly DeskMove[] = ['next', 'previous']

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented'>

/**
 * Returns the action that a key triggers, or null. Keys typed into a field or with a modifier trigger none, and a
 * held key goes on only through the list.
 */
export function moveOfKey(pressed: Pressed, { isTyping }: { isTyping: boolean }): DeskMove | null {
  if (isTyping || pressed.defaultPrevented || pressed.ctrlKey || pressed.metaKey || pressed.altKey)
    return null
  const move = KEYS[pressed.key] ?? null
  return move && pressed.repeat && !REPEATED.includes(move) ? null : move
}

/**
 * Returns the id one step from `current` in the order of the table, stopping at both ends. Returns the first id when
 * `current` is null or not in the table, and null when the table is empty.
 */
export function stepFrom(ids: readonly string[], current: string | null, step: 1 | -1): string | null {
  const at = current === null ? -1 : ids.indexOf(current)
  if (at === -1) return ids[0] ?? null
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? null
}

/** Returns the id to select when `gone` leaves the table: the next row, otherwise the previous one, or null. */
export function afterGone(ids: readonly string[], gone: string): string | null {
  const at = ids.indexOf(gone)
  return ids[at + 1] ?? ids[at - 1] ?? null
}

/**
 * Acts on the desk's keys wherever the focus is, except in a field or form, while a dialog is open, and in a browser
 * in which the admin has switched them off. A key whose action is not among `moves` is left to others.
 */
export function useDeskKeys(moves: Partial<Record<DeskMove, () => void>>): void {
  const latest = useRef(moves)
  latest.current = moves
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const move = moveOfKey(event, { isTyping: isTyping(event.target) })
      const act = move && latest.current[move]
      if (!act || !areKeysOn() || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.matches('input, textarea, select, [contenteditable]') || target.closest('form') !== null)
  )
}

import { useEffect, useRef } from 'react'

/** What a key asks of the desk. */
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

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>

/** The move a key stands for; none while somebody types, or with a modifier, which belongs to the browser. */
export function moveOfKey(pressed: Pressed, { isTyping }: { isTyping: boolean }): DeskMove | null {
  if (isTyping || pressed.defaultPrevented || pressed.ctrlKey || pressed.metaKey || pressed.altKey)
    return null
  return KEYS[pressed.key] ?? null
}

/** The id one step on from `current` in the order of the table; the first one to start with, and never beyond its ends. */
export function stepFrom(ids: readonly string[], current: string | null, step: 1 | -1): string | null {
  const at = current === null ? -1 : ids.indexOf(current)
  if (at === -1) return ids[0] ?? null
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? null
}

/** Where the selection goes when `gone` leaves the table: the row that takes its place, else the one before. */
export function afterGone(ids: readonly string[], gone: string): string | null {
  const at = ids.indexOf(gone)
  return ids[at + 1] ?? ids[at - 1] ?? null
}

/** Hears the desk's keys wherever the focus is, unless it is in a field or a dialog is open. */
export function useDeskKeys(onMove: (move: DeskMove) => void): void {
  const latest = useRef(onMove)
  latest.current = onMove
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const move = moveOfKey(event, { isTyping: isTyping(event.target) })
      if (!move || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current(move)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

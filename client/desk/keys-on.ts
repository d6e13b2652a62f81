import { useState } from 'react'
import { keepNote } from '../api/keep-note.ts'

const KEY = 'infield.desk-keys'
const OFF = 'off'

/** What was chosen on this page in a browser that stores nothing. */
let unkept: boolean | null = null

/** Whether single keys act at the desk, and how the admin switches them in this browser. */
export type KeysOn = { areOn: boolean; switchTo: (areOn: boolean) => void }

/**
 * Returns the switch of the desk's keys. While it is on, somebody who dictates or who hits keys by mistake may decide
 * on a request without meaning to.
 */
export function useKeysOn(): KeysOn {
  const [areOn, setOn] = useState(areKeysOn)
  const switchTo = (to: boolean) => {
    unkept = keepNote(KEY, to ? 'on' : OFF) ? null : to
    setOn(to)
  }
  return { areOn, switchTo }
}

/** Whether single keys act at the desk. */
export function areKeysOn(): boolean {
  if (unkept !== null) return unkept
  try {
    return localStorage.getItem(KEY) !== OFF
  } catch {
    return true
  }
}

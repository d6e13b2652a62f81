import { useEffect, useRef } from 'react'
import { PRODUCT } from '../../sync/text/product.ts'
import { isFocusLost } from './focus-moved.ts'

type Part = {
  /** Changes with each part; null until the first one is known. */
  key: string | null
  /** The part's name in the title of the window; null leaves the title of the screen. */
  name: string | null
  /** The screen's name, which follows it. */
  of: string
}

/**
 * Makes a change of part within a screen known, where the path and so the shell's own change of screen stay the same:
 * the title names the part, and the main part of the page gets the focus if the link that led there is gone with its
 * part. It does nothing for the first part, which the shell has announced.
 */
export function usePartShown({ key, name, of }: Part): void {
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    const isFirst = shown.current === null
    shown.current = key
    if (!isFirst && isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true })
  }, [key])
  useEffect(() => {
    // In a microtask, because after this effect the frame around the screen may set the title of the screen.
    if (name !== null) queueMicrotask(() => (document.title = `${name} · ${of} · ${PRODUCT.name}`))
  })
}

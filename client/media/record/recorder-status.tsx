import { useEffect, useState } from 'react'
import { keptWhere } from '../../text/keeps-nothing.ts'
import type { RecorderState } from '../recorder.ts'

/**
 * Tells screen readers where the recorder is. It is there as long as the recorder, because they read only what is
 * added to a region, and not a region that comes with its words.
 */
export function RecorderStatus({ state }: { state: RecorderState }) {
  const [said, say] = useState('')
  const words = wordsOf(state)
  useEffect(() => say(words), [words])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

/** Returns what is said of a state; nothing of one that has an alert, or a hint that is always there. */
function wordsOf(state: RecorderState): string {
  switch (state.at) {
    case 'asking':
      return OPENING
    case 'counting':
      return String(state.left)
    case 'saving':
      return `Saving ${keptWhere()}`
    case 'review': {
      const ending = { interruption: INTERRUPTED, turn: TURNED, person: '', limit: '' }[state.footage.ending]
      return `Saved ${keptWhere()}.${ending}`
    }
    default:
      return ''
  }
}

export const OPENING = 'Opening the camera. Your browser may ask for permission.'
const INTERRUPTED = ' Something interrupted it: this is what was recorded until then.'
const TURNED = ' It ended when the phone was turned: this is what was recorded until then.'

import { isTagId, TAG_IDS } from '../../sync/athlete/tags.ts'
import { Icon } from '../ui/icon.tsx'

/** The sign of each tag, in the catalogue's order (S1-3.2, S1-3.3): emoji, and "D1" for NCAA Division 1. */
const SIGNS = '🏃 🏋️ 🏟️ 🏀 🏈 🏐 🤼 ⚡ 🏅 📋 D1 🩺 🥗'.split(' ')
/**
 * The tags that get the colour for training. The tags from `FIRST_PROFESSION` on get the colour for professions,
 * and all others that for sports.
 */
const TRAINING = ['strength_training', 'speed_training']
const FIRST_PROFESSION = TAG_IDS.indexOf('professional_athlete')

/** Shows a tag's sign on the colour of its group, or a label icon for a tag outside the catalogue (S1-3.4). */
export function TagMark({ tag }: { tag: string }) {
  if (!isTagId(tag)) return <Icon name="tag" className="size-[1em] text-muted" />
  const place = TAG_IDS.indexOf(tag)
  const isTraining = TRAINING.includes(tag)
  const colour = isTraining ? 'warning' : place < FIRST_PROFESSION ? 'signal' : 'success'
  return (
    <span aria-hidden translate="no" className={`shrink-0 rounded-[0.25em] px-[0.2em] ${WASHES[colour]}`}>
      {SIGNS[place]}
    </span>
  )
}

const WASHES = {
  signal: 'bg-signal-wash',
  warning: 'bg-warning-wash',
  success: 'bg-success-wash text-success',
}

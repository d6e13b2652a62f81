import { isTagId, TAG_IDS } from '../../sync/athlete/tags.ts'
import { Icon } from '../ui/icon.tsx'

/** Each tag's emoji, in the order of the catalogue (S1-3.2, S1-3.3); NCAA Division 1 has an image of its own. */
const SIGNS = '🏃 🏋️ 🏟️ 🏀 🏈 🏐 🤼 ⚡ 🏅 📋 D1 🩺 🥗'.split(' ')
/** Sports, ways of training, and from here on what somebody is by profession: a colour each. */
const TRAINING = ['strength_training', 'speed_training']
const FIRST_PROFESSION = TAG_IDS.indexOf('professional_athlete')

/** The mark before a tag: its sign on its colour, or a label where the catalogue does not know it (S1-3.4). */
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

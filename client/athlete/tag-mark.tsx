import { isTagId, type TagId } from '../../sync/athlete/tags.ts'
import { Icon } from '../ui/icon.tsx'

const SPORT = 'bg-signal-wash'
const TRAINING = 'bg-warning-wash'
const PROFESSION = 'bg-success-wash text-success'

/** Each tag's emoji, and the colour of its kind (S1-3.2, S1-3.3); NCAA Division 1 has an image of its own. */
const MARKS: Record<TagId, [sign: string, colour: string]> = {
  running: ['🏃', SPORT],
  track_and_field: ['🏟️', SPORT],
  basketball: ['🏀', SPORT],
  football: ['🏈', SPORT],
  volleyball: ['🏐', SPORT],
  wrestling: ['🤼', SPORT],
  strength_training: ['🏋️', TRAINING],
  speed_training: ['⚡', TRAINING],
  professional_athlete: ['🏅', PROFESSION],
  professional_coach: ['📋', PROFESSION],
  ncaa_d1: ['D1', PROFESSION],
  certified_pt: ['🩺', PROFESSION],
  certified_nutritionist: ['🥗', PROFESSION],
}

/** The mark before a tag: its sign on its colour, or a label where the catalogue does not know it (S1-3.4). */
export function TagMark({ tag }: { tag: string }) {
  if (!isTagId(tag)) return <Icon name="tag" className="size-[1em] text-muted" />
  const [sign, colour] = MARKS[tag]
  return (
    <span aria-hidden translate="no" className={`shrink-0 rounded-[0.25em] px-[0.2em] ${colour}`}>
      {sign}
    </span>
  )
}

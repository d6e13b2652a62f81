import { isTagId, type TagId } from '../../sync/athlete/tags.ts'
import { Icon } from '../ui/icon.tsx'

/** Sports, ways of training, and what somebody is by profession: a colour each (S1-3.2). */
const COLOURS: Record<TagId, string> = {
  running: 'bg-signal',
  track_and_field: 'bg-signal',
  basketball: 'bg-signal',
  football: 'bg-signal',
  volleyball: 'bg-signal',
  wrestling: 'bg-signal',
  strength_training: 'bg-warning',
  speed_training: 'bg-warning',
  professional_athlete: 'bg-success',
  professional_coach: 'bg-success',
  ncaa_d1: 'bg-success',
  certified_pt: 'bg-success',
  certified_nutritionist: 'bg-success',
}

/** The mark before a tag: its colour, or a label where the catalogue does not know it (S1-3.4). */
export function TagMark({ tag }: { tag: string }) {
  if (!isTagId(tag)) return <Icon name="tag" className="size-[1em] text-muted" />
  return <span aria-hidden className={`size-[0.55em] shrink-0 rounded-full ${COLOURS[tag]}`} />
}

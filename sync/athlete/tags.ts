/** The fixed tags in the order they are offered, each with its label (S1-3.2, S1-3.3). */
export const TAGS = {
  running: 'Running',
  strength_training: 'Strength Training',
  track_and_field: 'Track & Field',
  basketball: 'Basketball',
  football: 'Football',
  volleyball: 'Volleyball',
  wrestling: 'Wrestling',
  speed_training: 'Speed Training',
  professional_athlete: 'Professional Athlete',
  professional_coach: 'Professional Coach',
  ncaa_d1: 'NCAA Division 1',
  certified_pt: 'Certified Physiotherapist',
  certified_nutritionist: 'Certified Nutritionist',
} as const

export type TagId = keyof typeof TAGS

export const TAG_IDS = Object.keys(TAGS) as TagId[]

/** Checks whether a text is the id of a tag in the catalogue. */
export function isTagId(text: string): text is TagId {
  return Object.hasOwn(TAGS, text)
}

/** Returns a tag's label; a tag outside the catalogue is its own label, with spaces for underscores (S1-3.4). */
export function tagLabel(tag: string): string {
  return isTagId(tag) ? TAGS[tag] : tag.replaceAll('_', ' ')
}

/** The fixed tags and their labels (S1-3). */
const LABELS: Record<string, string> = {
  certified_pt: 'Certified Physiotherapist',
  running: 'Running',
  strength_training: 'Strength Training',
  volleyball: 'Volleyball',
  ncaa_d1: 'NCAA Division 1',
  professional_athlete: 'Professional Athlete',
  professional_coach: 'Professional Coach',
  certified_nutritionist: 'Certified Nutritionist',
  track_and_field: 'Track & Field',
  wrestling: 'Wrestling',
  basketball: 'Basketball',
  football: 'Football',
  speed_training: 'Speed Training',
}

/** A tag's label; a tag outside the catalogue is its own. */
export function tagLabel(tag: string): string {
  return LABELS[tag] ?? tag.replaceAll('_', ' ')
}

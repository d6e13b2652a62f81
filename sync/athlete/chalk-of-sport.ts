/**
 * The drawings in `chalk.svg`, each 1200 × 675: the lines of a field, and `<name>-mark`, the only part that
 * moves.
 */
export type ChalkName =
  | 'lanes'
  | 'key'
  | 'circle'
  | 'pool'
  | 'ring'
  | 'wall'
  | 'court'
  | 'net'
  | 'gridiron'
  | 'diamond'
  | 'velodrome'
  | 'mat'
  | 'barbell'
  | 'target'
  | 'water'
  | 'green'
  | 'track'

const SPORTS: Record<string, ChalkName> = {
  'track & field': 'lanes',
  triathlon: 'lanes',
  basketball: 'key',
  soccer: 'circle',
  handball: 'circle',
  'field hockey': 'circle',
  swimming: 'pool',
  diving: 'pool',
  'water polo': 'pool',
  boxing: 'ring',
  fencing: 'mat',
  judo: 'mat',
  taekwondo: 'mat',
  wrestling: 'mat',
  gymnastics: 'mat',
  'sport climbing': 'wall',
  tennis: 'court',
  'table tennis': 'court',
  badminton: 'court',
  volleyball: 'net',
  football: 'gridiron',
  rugby: 'gridiron',
  baseball: 'diamond',
  softball: 'diamond',
  cycling: 'velodrome',
  skateboarding: 'velodrome',
  bodybuilding: 'barbell',
  powerlifting: 'barbell',
  weightlifting: 'barbell',
  'fitness creator': 'barbell',
  archery: 'target',
  shooting: 'target',
  rowing: 'water',
  sailing: 'water',
  surfing: 'water',
  'canoe/kayak': 'water',
  golf: 'green',
}

/** Returns the drawing for a sport by its name in the catalogue; the running track for any other. */
export function chalkOfSport(sport: string | null | undefined): ChalkName {
  return SPORTS[(sport ?? '').trim().toLowerCase()] ?? 'track'
}

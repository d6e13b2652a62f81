/**
 * The grounds of `chalk.svg`, each on 1200 × 675: its lines, and beside them `<name>-mark`, the one thing that moves.
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

/** The drawing of a sport by its name in the catalogue; the running track for every other. */
export function chalkOfSport(sport: string | null | undefined): ChalkName {
  return SPORTS[(sport ?? '').trim().toLowerCase()] ?? 'track'
}

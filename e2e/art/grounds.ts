import type { ChalkName } from '../../sync/athlete/chalk-of-sport.ts'

/** The colours of a sport's ground: what is stood on, what lies behind it, the light, and what moves over it. */
export type Ground = { floor: string; far: string; light: string; mark: string }

export const GROUNDS: Record<ChalkName, Ground> = {
  lanes: { floor: '#b8432f', far: '#8f3226', light: '#f0b05a', mark: '#fff0c2' },
  key: { floor: '#d9773a', far: '#2f8f80', light: '#f2c14e', mark: '#fff6dd' },
  circle: { floor: '#2f7d4f', far: '#256340', light: '#8cc76b', mark: '#ffe28a' },
  pool: { floor: '#1fa3b8', far: '#177f93', light: '#8adbe6', mark: '#ff8a5c' },
  ring: { floor: '#27496d', far: '#1b3350', light: '#c23b3b', mark: '#ffcf77' },
  wall: { floor: '#6d5a8c', far: '#54446f', light: '#e79a5a', mark: '#ffe28a' },
  court: { floor: '#3563a8', far: '#2f7d4f', light: '#a8d5a2', mark: '#f4e04d' },
  net: { floor: '#c9803f', far: '#a5612b', light: '#f3c683', mark: '#fff6dd' },
  gridiron: { floor: '#2f6b3f', far: '#24532f', light: '#a9c46c', mark: '#ffcf77' },
  diamond: { floor: '#3f7d49', far: '#b07a45', light: '#e8c07d', mark: '#fff6dd' },
  velodrome: { floor: '#c39a62', far: '#8f6c3f', light: '#f0d9a8', mark: '#d4432b' },
  mat: { floor: '#3f6fb0', far: '#c9a227', light: '#f2dc82', mark: '#ff8a5c' },
  barbell: { floor: '#4a4f58', far: '#353940', light: '#d8795a', mark: '#ffcf77' },
  target: { floor: '#3b7f8c', far: '#2a616b', light: '#f2c14e', mark: '#f6533a' },
  water: { floor: '#1d6f8f', far: '#154f6b', light: '#f3b765', mark: '#fff0c2' },
  green: { floor: '#4a8c4f', far: '#37703f', light: '#bfdc7f', mark: '#fff6dd' },
  track: { floor: '#5b7d8c', far: '#456270', light: '#f0b05a', mark: '#ffe28a' },
}

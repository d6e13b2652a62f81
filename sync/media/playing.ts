/** The speeds at which a video can be played; 1 is the original speed. */
export const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** The effect of a key on the player; the number is in seconds, or in steps along `SPEEDS`. */
export type PlayerAct =
  | readonly ['toggle' | 'mute' | 'fill' | 'captions']
  | readonly ['seek' | 'speed', number]

/** The player's keys, in lower case; the player's page and the app's own player use the same in every browser. */
export const PLAYER_KEYS: Readonly<Record<string, PlayerAct>> = {
  ' ': ['toggle'],
  k: ['toggle'],
  arrowleft: ['seek', -5],
  arrowright: ['seek', 5],
  j: ['seek', -10],
  l: ['seek', 10],
  m: ['mute'],
  f: ['fill'],
  c: ['captions'],
  '<': ['speed', -1],
  '>': ['speed', 1],
}

/** How many seconds the buttons on a locked phone seek. */
export const SYSTEM_SEEK_S = 10

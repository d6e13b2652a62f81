/** How many entries a profile may have (S2-9.2), and how long its texts may be. */
export const PROFILE_LIMITS = {
  achievements: 3,
  interests: 8,
  entryCharacters: 80,
  positionCharacters: 50,
  bioCharacters: 1_000,
  noGoCharacters: 500,
} as const

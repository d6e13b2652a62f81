/** The topics offered in the first step (S1-2); a press makes one the subject. */
export const TOPICS = [
  'Review my film',
  'Injury/rehab advice',
  'Exercise tips',
  'College recruiting',
] as const

/** Example questions, shown one at a time in the empty field: another every 3 s, with a fade of 500 ms. */
export const EXAMPLES = [
  'My knees cave in on heavy squats. What should I work on first?',
  'How did you come back after a torn ligament without fear of the next one?',
  'Three sessions a week, no gym: what would you do to jump higher?',
  'When did you first write to college coaches, and what did you send them?',
  'What do you eat on the morning of a race that starts at nine?',
] as const
export const EXAMPLE_MS = 3_000
export const FADE_MS = 500

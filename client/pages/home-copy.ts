import { ANSWER_MS, HOUR_MS } from '../../sync/limits.ts'

const HOURS = ANSWER_MS / HOUR_MS

/** How it works, as told to fans (S1-1). */
export const STEPS = [
  { title: 'Ask', text: 'Submit a short question to the athlete you choose. No signup required.' },
  { title: 'We screen', text: 'We read every question before it reaches the athlete.' },
  {
    title: 'They answer',
    text: `If the athlete accepts, they send a recorded answer within ${HOURS} hours. If not, you are not charged.`,
  },
  {
    title: 'You watch',
    text: 'An e-mail brings you a private link to your answer. With an account it is on your dashboard as well.',
  },
] as const

/** The six benefits (S1-1). */
export const BENEFITS = [
  {
    title: 'Personalized answers',
    text: 'You share the context with your question, so the answer is about you.',
  },
  {
    title: 'Guaranteed visibility',
    text: 'Athletes see every approved question. Yours is not lost in comments.',
  },
  { title: 'Quick interactions', text: `You ask in minutes and have your answer within ${HOURS} hours.` },
  { title: 'Real-world expertise', text: 'Only experienced athletes, coaches and creators answer here.' },
  {
    title: 'No answer, no charge',
    text: 'Your card is held, not charged, until the response has reached you.',
  },
  { title: 'Chat history', text: 'The athlete keeps your past questions and knows where you left off.' },
] as const

/** Example topics (S1-1). */
export const TOPICS = [
  'Exercise selection',
  'Video feedback',
  'Protein goals',
  'Injury recovery',
  'Injury prevention',
  'Speed and agility',
  'Programming',
  'Mileage',
  'Mental resilience',
  'Student-athlete time management',
  'College recruiting',
  'Supplements',
  'Cross-training',
  'Sport drills',
  'Setbacks',
  'Game time',
] as const

import type { ChalkName } from '../../../sync/athlete/chalk-of-sport.ts'
import { ANSWER_MS, HOUR_MS } from '../../../sync/limits.ts'
import type { IconName } from '../../ui/icon-name.ts'

const HOURS = ANSWER_MS / HOUR_MS

/** How asking works, in words for fans (S1-1.8 to S1-1.11). */
export const STEPS = [
  { title: 'Ask', text: 'Submit a short question to the athlete you choose, no signup required.' },
  { title: 'We screen', text: 'We screen every question before we route it to the athlete.' },
  {
    title: 'They answer',
    text: `If the athlete accepts, they send a recorded answer within ${HOURS} hours. If not, you are not charged.`,
  },
  {
    title: 'You watch',
    text: 'You receive an email with a private link to view the answer. With an account, it is on your dashboard too.',
  },
] as const

type Benefit = { title: string; text: string; icon: IconName }

/** The six benefits (S1-1.14 to S1-1.19). */
export const BENEFITS: readonly Benefit[] = [
  {
    title: 'Personalized answers',
    text: 'You share the context with your question, so the answer is about you.',
    icon: 'user',
  },
  {
    title: 'Guaranteed visibility',
    text: 'Athletes see all approved questions. Yours is not lost between comments.',
    icon: 'eye',
  },
  {
    title: 'Quick interactions',
    text: `Ask in minutes. Answers come within ${HOURS} hours.`,
    icon: 'clock',
  },
  {
    title: 'Real-world expertise',
    text: 'Only experienced athletes, coaches and creators answer here.',
    icon: 'star',
  },
  {
    title: 'No answer, no charge',
    text: 'Your card is held when you ask. You pay only after a response.',
    icon: 'card',
  },
  {
    title: 'Chat history',
    text: 'The athlete keeps your past questions and their context, and picks up where you left off.',
    icon: 'chat',
  },
]

/** Example topics (S1-1.26, D70). */
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

type Example = { sport: string; kind: 'text' | 'video'; question: string; ground: ChalkName }

/** The slides of the carousel, which show what a question may sound like (S1-2.42). */
export const EXAMPLES: readonly Example[] = [
  {
    sport: 'Track & Field',
    kind: 'video',
    question: 'I lose my rhythm at hurdle six, every race. What do you see?',
    ground: 'lanes',
  },
  {
    sport: 'Basketball',
    kind: 'text',
    question: 'I freeze at the line in the fourth quarter. What goes through your head there?',
    ground: 'key',
  },
  {
    sport: 'Nutrition',
    kind: 'text',
    question: 'How do I get enough protein from campus food when practice starts at six?',
    ground: 'track',
  },
  {
    sport: 'Volleyball',
    kind: 'text',
    question: 'When should I write to college coaches, and what do they really read?',
    ground: 'net',
  },
  {
    sport: 'Weightlifting',
    kind: 'video',
    question: 'My heels come up in the catch. Is it my ankles or my pull?',
    ground: 'barbell',
  },
  {
    sport: 'Soccer',
    kind: 'text',
    question: 'Eight months after my ACL: how did you learn to trust the knee again?',
    ground: 'circle',
  },
  {
    sport: 'Swimming',
    kind: 'video',
    question: 'Twenty seconds of my flip turn. Where do I lose the half second?',
    ground: 'pool',
  },
]

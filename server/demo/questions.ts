import type { Asker } from '../../sync/account/asker.ts'

/** A question of the demo, and the state in which it is shown. */
export type DemoQuestion = {
  athlete: string
  subject: string
  text: string
  video?: 'question-start' | 'question-stride'
  cents: number
  /** The guest who asks; null for the demo's fan, who has an account. */
  guest: Asker | null
  /** Whether the tester asks, who has an account. */
  isTest?: boolean
  state: 'new' | 'approved' | 'waiting' | 'completed' | 'rejected' | 'declined' | 'expired' | 'cancelled'
  hoursAgo: number
  hoursSinceApproval?: number
  note?: string
  answerVideo?: 'answer-blocks' | 'answer-breathing'
}

const guest = (firstName: string, lastName: string, more: Partial<Asker> = {}): Asker => ({
  firstName,
  lastName,
  birthDate: '1998-03-14',
  countryCode: 'US',
  city: 'Denver',
  email: `${firstName.toLowerCase()}@fans.test`,
  ...more,
})

/**
 * At least one question in every state; most are to the demo's athlete, so that their dashboard and the desk are
 * full.
 */
export const DEMO_QUESTIONS: DemoQuestion[] = [
  {
    athlete: 'athlete',
    subject: 'A test request',
    text: 'Only a test: decline it, and see how a request ends.',
    cents: 5_000,
    guest: null,
    isTest: true,
    state: 'declined',
    hoursAgo: 200,
    note: 'The test came through.',
  },
  {
    athlete: 'athlete',
    subject: 'Stride pattern between hurdles',
    text: 'I run fifteen strides to hurdle five and then fall apart to seventeen. Do I train sixteen, or get stronger and keep fifteen?',
    cents: 5_000,
    guest: null,
    state: 'approved',
    hoursAgo: 50,
    hoursSinceApproval: 48,
  },
  {
    athlete: 'athlete',
    subject: 'Is this start any good?',
    text: '',
    video: 'question-start',
    cents: 5_000,
    guest: guest('Maya', 'Tran', { city: 'Portland' }),
    state: 'approved',
    hoursAgo: 20,
    hoursSinceApproval: 14,
  },
  {
    athlete: 'athlete',
    subject: 'Coming back from a stress fracture',
    text: 'Twelve weeks out, cleared to jog. How did you know when to touch a hurdle again?',
    cents: 6_000,
    guest: guest('Jon', 'Abara', { birthDate: '2009-08-02', countryCode: 'GB', city: 'Leeds' }),
    state: 'approved',
    hoursAgo: 9,
    hoursSinceApproval: 3,
  },
  {
    athlete: 'athlete',
    subject: 'Losing it at hurdle four',
    text: '',
    video: 'question-stride',
    cents: 5_000,
    guest: guest('Ines', 'Costa', { countryCode: 'PT', city: 'Braga' }),
    state: 'new',
    hoursAgo: 5,
  },
  {
    athlete: 'athlete',
    subject: 'What do you eat on race day?',
    text: 'Finals are at 20:40. I never know when to stop eating. What does your day look like, hour by hour?',
    cents: 5_000,
    guest: guest('Femi', 'Bello', { birthDate: '2010-02-11', countryCode: 'NG', city: 'Lagos' }),
    state: 'new',
    hoursAgo: 2,
  },
  {
    athlete: 'athlete',
    subject: 'First ten metres',
    text: 'I pop up out of the blocks. One cue that worked for you?',
    cents: 5_000,
    guest: null,
    state: 'completed',
    hoursAgo: 130,
    answerVideo: 'answer-blocks',
  },
  {
    athlete: 'athlete',
    subject: 'Nerves before a final',
    text: 'I sleep badly the night before. Do you do anything about it, or just race tired?',
    cents: 5_000,
    guest: guest('Lucy', 'Hart', { countryCode: 'AU', city: 'Perth' }),
    state: 'expired',
    hoursAgo: 100,
  },
  {
    athlete: 'athlete',
    subject: 'Can you coach me?',
    text: 'I am looking for a coach for the whole season. Would you take me on, and what would it cost?',
    cents: 5_000,
    guest: guest('Omar', 'Said', { countryCode: 'EG', city: 'Cairo' }),
    state: 'declined',
    hoursAgo: 60,
    note: 'Thank you, but I only answer single questions here.',
  },
  {
    athlete: 'marenholt',
    subject: 'Breathing in chop',
    text: 'I swallow half the lake whenever there is wind. Should I change sides or change timing?',
    cents: 1_000,
    guest: null,
    state: 'completed',
    hoursAgo: 70,
    answerVideo: 'answer-breathing',
  },
  {
    athlete: 'lenabrandt',
    subject: 'Hangboard twice a week?',
    text: 'Climbing for two years, V5. Is a hangboard worth it yet, or do I just climb more?',
    cents: 1_800,
    guest: null,
    state: 'waiting',
    hoursAgo: 30,
  },
  {
    athlete: 'sadiewren',
    subject: 'Serve receive drills alone',
    text: 'No team in summer. What can I do against a wall that is not boring?',
    cents: 0,
    guest: null,
    state: 'new',
    hoursAgo: 1,
  },
  {
    athlete: 'benokafor',
    subject: 'Who will win on Sunday?',
    text: 'Need a tip for my bet, help me out please.',
    cents: 4_000,
    guest: guest('Rick', 'Stone'),
    state: 'rejected',
    hoursAgo: 26,
    note: 'We do not pass on questions about betting.',
  },
  {
    athlete: 'mirajovic',
    subject: 'Second serve in the wind',
    text: 'Kick or slice when it blows from behind?',
    cents: 3_500,
    guest: null,
    state: 'cancelled',
    hoursAgo: 44,
  },
]

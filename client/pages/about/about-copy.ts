import { ANSWER_MS, HOUR_MS, LIMITS } from '../../../sync/limits.ts'
import { PRODUCT } from '../../../sync/text/product.ts'

const SECONDS = LIMITS.answerMarkMs / 1_000
const HOURS = ANSWER_MS / HOUR_MS

export const LEAD =
  'Most of what makes an athlete better was told to them by somebody who had been there. Most people do not know that somebody. We make the introduction.'

export const STORY = [
  `${PRODUCT.name} is a place to ask. You write a short question, or film one, for an athlete, a coach, or a creator in fitness, nutrition and wellness. If they take it, you get a video answer recorded for you: about ${SECONDS} seconds, within ${HOURS} hours.`,
  'It is not a feed or a fan club. Nobody performs. One person who wants to know asks one person who does, and pays a fair price for the minute it takes.',
  'The infield is the part of the ground inside the track: where the warm-ups happen, the talks between two races, the advice nobody in the stands gets to hear. That is where we would like you to stand.',
] as const

/** The house rules. The software keeps each of them. */
export const RULES = [
  {
    title: 'No answer, no charge',
    text: 'When you ask, the amount is held on your card. It is charged only once a readable answer has arrived. If none does, the hold is released and you pay nothing.',
  },
  {
    title: 'People read first',
    text: 'An admin of ours reads every question before the athlete sees it. Inappropriate, hateful or spam requests go no further.',
  },
  {
    title: 'Nothing is lost on the way',
    text: 'Drafts and recordings are kept on your device until they have safely arrived. No signal is a delay here, not a failure.',
  },
  {
    title: 'Athletes are paid properly',
    text: 'Of each question, 80% goes to the athlete who answers it. Our fee of 20% is the only one, and we say so before anybody signs up.',
  },
] as const

type Door = { to: '/waitlist' | '/contact' | '/ask'; title: string; text: string }

/** Other ways to take part (S1-1.23 to S1-1.25). */
export const DOORS: readonly Door[] = [
  {
    to: '/waitlist',
    title: 'Become an athlete or expert',
    text: 'Apply, and tell us what you could answer.',
  },
  { to: '/contact', title: 'Talk business with us', text: 'Teams, leagues, brands, press: send an inquiry.' },
  {
    to: '/ask',
    title: 'Suggest an athlete',
    text: 'Is somebody missing from the roster? Give us their handle.',
  },
]

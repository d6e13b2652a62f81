import type { ChalkName } from '../../../sync/athlete/chalk-of-sport.ts'
import type { IconName } from '../../ui/icon-name.ts'
import type { Tone } from '../../ui/status/badge.tsx'

export type SampleMessage = {
  from: 'you' | 'athlete'
  day: string
  time: string
  subject: string
  badge: string
  tone: Tone
  line: string
  icon: IconName
  /** The written question; absent for a video. */
  text?: string
}

export type SampleConversation = {
  name: string
  username: string
  about: string
  ground: ChalkName
  messages: readonly SampleMessage[]
}

const answered = { badge: 'Answered', tone: 'success', icon: 'check-double' } as const

/** The made-up conversations of a fan's dashboard after a few weeks. All people in them are made up too. */
export const SAMPLES: readonly SampleConversation[] = [
  {
    name: 'Mara Ellison',
    username: 'maraellison',
    about: 'Mara is a Track & Field athlete from Eugene, United States',
    ground: 'lanes',
    messages: [
      {
        ...answered,
        from: 'you',
        day: 'Monday, March 2',
        time: '6:12 PM',
        subject: 'Hurdle six, every time',
        line: 'Answered. $15.00 was charged on Wednesday.',
        text: 'I lose my rhythm at hurdle six and take an extra step. I am 17 and run 57.8. What would you change first?',
      },
      {
        from: 'athlete',
        day: 'Wednesday, March 4',
        time: '9:40 AM',
        subject: 'Re: Hurdle six, every time',
        badge: '0:43',
        tone: 'plain',
        line: 'Delivered',
        icon: 'check-double',
      },
      {
        from: 'you',
        day: 'Thursday, March 5',
        time: '7:03 AM',
        subject: 'It works! One more thing',
        badge: 'With Mara',
        tone: 'signal',
        line: 'Mara has until Sunday to answer. $15.00 is held on your card.',
        icon: 'clock',
        text: 'Fourteen steps feel right now. Do I change my lead leg on the curve as well, or leave it alone this season?',
      },
    ],
  },
  {
    name: 'Teo Brandt',
    username: 'teobrandt',
    about: 'Teo is a Basketball athlete from Berlin, Germany',
    ground: 'key',
    messages: [
      {
        ...answered,
        from: 'you',
        day: 'Saturday, February 21',
        time: '11:25 AM',
        subject: 'Free throws in the fourth',
        line: 'Answered. Your first question was free.',
        text: 'In practice I hit 80%. In the last two minutes of a game my arms turn to wood. What goes through your head there?',
      },
      {
        from: 'athlete',
        day: 'Sunday, February 22',
        time: '8:58 PM',
        subject: 'Re: Free throws in the fourth',
        badge: '0:38',
        tone: 'plain',
        line: 'Delivered',
        icon: 'check-double',
      },
    ],
  },
  {
    name: 'Ines Okafor',
    username: 'inesokafor',
    about: 'Ines is a Nutrition Creator from Lyon, France',
    ground: 'barbell',
    messages: [
      {
        from: 'you',
        day: 'Today',
        time: '8:15 AM',
        subject: 'Protein on dining-hall food',
        badge: 'New',
        tone: 'plain',
        line: 'We are reading it. Nothing is charged.',
        icon: 'eye',
        text: 'Practice at six, lectures until four, and the dining hall closes at seven. How do I get to 120 g a day without powder?',
      },
    ],
  },
]

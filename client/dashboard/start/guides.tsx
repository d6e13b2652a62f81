import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ANSWER_MS, DAY_MS, GRACE_MS, HOUR_MS, LIMITS } from '../../../sync/limits.ts'
import { athleteShareCents, platformShareCents } from '../../../sync/money.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { sendsWhenClosed } from '../../pwa/send-unless-seen.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { HOME_SCREEN } from '../device/push-words.ts'
import { TeamAddress } from '../profile/team-address.tsx'

const DAYS = ANSWER_MS / DAY_MS

/** A guide of the Getting Started tab: a question and its answer. */
export type Guide = { id: string; question: string; answer: (links: { profile: string | null }) => ReactNode }

/** The guides for what an athlete asks in the first week (S2-2.78 to S2-2.81). */
export const GUIDES: readonly Guide[] = [
  {
    id: 'payments',
    question: 'How do I set up my payments?',
    answer: () => (
      <>
        <p>
          You keep {athleteShareCents(100)}% of every question; {platformShareCents(100)}% is the platform
          fee. The fan’s card is held when they ask and charged when your answer is delivered. Choose how your
          share reaches you:
        </p>
        <ul>
          <li>
            <strong>Direct deposits</strong> (recommended): connect your bank account once, with our payment
            provider, in a new tab. You are then paid automatically.
          </li>
          <li>
            <strong>Manual payouts</strong>: through a payment app, arranged by email with <TeamAddress />.
          </li>
        </ul>
        <p>Payouts are every two weeks when your balance is above $100, otherwise every month.</p>
      </>
    ),
  },
  {
    id: 'time',
    question: 'How much time do I have to respond to requests?',
    answer: () => (
      <p>
        {DAYS} days from the moment we approve a request. After that it is auto-rejected and the fan is
        refunded. We remind you 24 and 6 hours before.
      </p>
    ),
  },
  {
    id: 'offline',
    question: 'What if I have no signal?',
    answer: () => (
      <p>
        Record anyway: the app opens without a network, your take is saved on this device within the second,
        and{' '}
        {sendsWhenClosed()
          ? 'your phone sends it as soon as you have signal'
          : 'the app sends it when you next open it with signal'}
        . If we hear of your answer before its time is up, its video may arrive up to {GRACE_MS / HOUR_MS}{' '}
        hours later. Before a flight, press “Take my inbox with me” above your questions: they come along with
        their videos.
      </p>
    ),
  },
  {
    id: 'good-answer',
    question: 'What makes a good answer?',
    answer: () => (
      <p>
        About {LIMITS.answerMarkMs / 1_000} seconds, {LIMITS.answerRecordingMs / 1_000} at most. Say the fan’s
        name, answer what was asked, give them one thing to try next. A quiet place and light on your face do
        more than any camera.
      </p>
    ),
  },
  {
    id: 'instagram',
    question: 'How do I send fans here from Instagram automatically?',
    answer: ({ profile }) => <InstagramGuide profile={profile} />,
  },
  {
    id: 'decline',
    question: 'May I turn a request down?',
    answer: () => (
      <p>
        Always. Press Decline, add a note if you like: the hold on the fan’s card is released at once, and
        your note is passed on with our mail. Topics you never want to see go into your{' '}
        <Link to="/dashboard" search={{ tab: 'profile' }} className="link">
          profile
        </Link>
        ; only our team reads them.
      </p>
    ),
  },
  {
    id: 'install',
    question: 'How do I put the app on my phone?',
    answer: () => (
      <>
        <p>
          <strong>iPhone</strong>: {HOME_SCREEN}, and Safari keeps what you record only for apps that are
          installed.
        </p>
        <p>
          <strong>Android</strong>: press Install when the browser offers it, or choose “Install app” in its
          menu.
        </p>
      </>
    ),
  },
]

function InstagramGuide({ profile }: { profile: string | null }) {
  const words = `Hey! I answer every training question by video on ${PRODUCT.name}: ${profile ?? ''}`.trim()
  return (
    <>
      <p>An automated reply to direct messages, with a professional account:</p>
      <ol>
        <li>In Instagram, open your profile, then the menu, then “Business tools and controls”.</li>
        <li>Choose “Inbox automations”, then “Instant reply” (or “Saved replies” to send it by hand).</li>
        <li>Paste this message and switch it on.</li>
      </ol>
      <blockquote className="mb-4 border-l-2 pl-3 [overflow-wrap:anywhere]">{words}</blockquote>
      <CopyButton text={words} label="Copy the message" />
    </>
  )
}

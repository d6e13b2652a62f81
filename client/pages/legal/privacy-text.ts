import { DAY_MS, HOUR_MS, KEPT, LEAVING_MS, LIMITS, LOOSE_BYTES_MS } from '../../../sync/limits.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import type { LegalText } from './legal-page.tsx'

const AGE = LIMITS.minimumAgeYears
const LOOSE_DAYS = LOOSE_BYTES_MS / DAY_MS
const DAY_HOURS = DAY_MS / HOUR_MS
const LEAVING_DAYS = LEAVING_MS / DAY_MS
const ENDED_DAYS = KEPT.endedVideosMs / DAY_MS
const MESSAGE_DAYS = KEPT.messagesMs / DAY_MS
const WEBHOOK_DAYS = KEPT.webhooksMs / DAY_MS
const ATTEMPT_DAYS = KEPT.securityEventsMs / DAY_MS

/** The privacy policy. It states only what the software does. */
export const PRIVACY: LegalText = {
  title: 'Privacy policy',
  lead: `What ${PRODUCT.name} knows about you, who gets to see it, how long it is kept, and what you can do about it.`,
  changed: 'December 1, 2026',
  short: [
    'We keep what a question and its answer need, and nothing for advertising. There are no trackers here.',
    'An athlete never learns your surname, your email address or your card. Under 18, not your age or city either.',
    'Your card number goes to the payment provider and never reaches us.',
    'Your private link opens your answer. Whoever has it can watch, so keep it to yourself.',
    'Under “Your data” you take a copy of everything with you, or have it deleted, with or without an account.',
  ],
  sections: [
    {
      title: 'What you tell us',
      parts: [
        'To ask a question you give your first and last name, date of birth, country, city and email address, a subject, and the question itself in words or as a video. You need no account for that.',
        'With an account we also keep your password, as a hash nobody can read back, the public keys of your passkeys, the key you share with your authenticator app, and what you save there: drafts, the social networks you name, and for athletes their profile, price, payout country and, if they want to be paid through a payment app, their handle there.',
        'If you rate an answer, we keep the stars and what you wrote with them. If you give others a link to an answer, we keep the name you gave the link.',
        'If you write to us, apply as an athlete or suggest one, we keep what you wrote so that we can answer.',
        'If you lost a private link and ask for it, the links go to the address you asked your questions with. An address nobody asked with is not kept.',
        `You must be at least ${AGE} years old. We ask for your date of birth to make sure.`,
      ],
    },
    {
      title: 'What is collected automatically',
      parts: [
        [
          `Your network address. With a sign-in it is kept, next to the name of your browser, for as long as the session lasts. Each attempt to sign in, to sign up or to change an account, also one that failed, is recorded with the address it came from, for ${ATTEMPT_DAYS} days. To stop abuse we also count requests, wrong passwords and declined cards per address; the counters are deleted after two days.`,
          'Three cookies at most: one keeps you signed in, one recognizes the browser that asked without an account, and one recognizes a browser in which you signed in before. It keeps other people’s wrong passwords from locking you out. The first ends with the session, the others after a year. Scripts cannot read them, and none of them is used to follow you.',
          'Your browser’s time zone, so that our mails give times in it.',
          'How often an athlete’s profile is opened each day. We count it for the athlete, and keep nothing about who opened it.',
          'Server logs say what happened and when, and from which network address. They contain no email addresses, no links to answers and nothing you wrote.',
        ],
        'The check that you are not a robot runs on your own device. No outside service takes part in it.',
      ],
    },
    {
      title: 'Who sees what',
      parts: [
        [
          'Our team reads every question before it goes on, with the name and email address it came from.',
          'The athlete sees your first name and the first letter of your surname, your age, your city and country, and the question. If you are under 18, the athlete sees “under 18” and your country, and no city. If you have an account and are 18 or older, the athlete also sees your username and your picture.',
          'The athlete sees their share of the payment. They never see your surname, your email address, your date of birth or anything about your card.',
          'Everybody sees an athlete’s public profile. Nobody sees their email address, date of birth or payout details.',
          'A simple check marks questions with links, phone numbers, addresses or a topic the athlete does not want. It only marks them; people decide.',
          'Answers are not published. You can watch yours; so can whoever you give a link to, and our team if you or the athlete ask us to look into something.',
        ],
      ],
    },
    {
      title: 'Videos',
      parts: [
        'A video may carry more than a picture: the place, the time, the model of the phone. What others are shown is a copy without those details.',
        'Videos are never at a public address. Each playback needs a ticket that we give to the one who may watch, and that soon expires.',
        `A video that was uploaded but never became part of a question or an answer is deleted after ${LOOSE_DAYS} days. If our team rejects a question, or you withdraw it, its video is deleted at once; if it ends without an answer, ${ENDED_DAYS} days later.`,
      ],
    },
    {
      title: 'Payments',
      parts: [
        'Card payments are handled by Stripe. Your card number is typed into Stripe’s form and goes to Stripe alone. We keep the amount, the state of the hold, Stripe’s reference for it and a fingerprint of the card, by which we notice when somebody pays themselves. The fingerprint says nothing about the number, and goes when your data is deleted.',
        `When you ask, the amount is held. A hold whose question was never sent is given back, within ${DAY_HOURS} hours at the latest.`,
        'To be paid, an athlete opens an account at Stripe, which asks who they are. We keep that account’s number and whether it is ready, and nothing of what Stripe was told. The handle of a payment app is seen by its owner and our team.',
        'When there is a refund or a dispute, we keep the amount, the day and the reason.',
        'Our books list amounts, dates and references. The law wants such records kept for years, so they stay when other things are deleted; your words and your video are not in them.',
      ],
    },
    {
      title: 'On your own device',
      parts: [
        'So that nothing is lost without a network, drafts, recordings and whatever waits to be sent are stored in your browser. With an account, so are your conversations.',
        'The last hundred messages the app showed you are listed on that device alone, under “Activity on this device”, until you clear the list.',
        'A recording is removed from the device once its delivery was confirmed. Signing out deletes everything of your account from that browser; if something was not sent yet, you are asked first.',
        'On a shared computer, sign out when you are done.',
      ],
    },
    {
      title: 'Who works for us',
      parts: [
        [
          'Stripe, for payments and payouts.',
          'A mail service, to bring you confirmations and your private link.',
          'The push service of your browser’s maker, if you turn notifications on. It gets a sealed message it cannot read. Turn them off and the address is deleted.',
          'The company that runs our servers and stores the videos.',
        ],
        'Nobody else. We do not sell data or trade it, and no page loads anything from a social network unless you press it.',
      ],
    },
    {
      title: 'How long we keep it',
      parts: [
        [
          `Answers, their videos and your private link: ${KEPT.answersMonths} months from the day the answer came, or the question ended without one. If its athlete leaves before that, the video goes ${LEAVING_DAYS} days later, also where you paid for the answer; a copy that you saved, or that the app stored on your device, is not touched. The words of your questions stay in the conversation, because the athlete picks up where you left off.`,
          'Rejected questions: the words and our note, so that we can explain; the video goes at once.',
          `Questions that were prepared and never sent: ${DAY_HOURS} hours. If you confirmed a card for one, its hold is given back first, and ${DAY_HOURS} hours later the question and the card’s fingerprint are deleted. One that you submitted ends where its card or its video never comes, after ${LOOSE_DAYS} days at the latest; its words are deleted a day later, or once what was charged is paid back. Drafts in your account: until you throw them away.`,
          `What we mailed you, and when: ${MESSAGE_DAYS} days. Notices from the payment provider: ${WEBHOOK_DAYS} days.`,
          'Sessions: until you sign out, after 14 days without a visit, or after 30 days in any case.',
          `Attempts on an account, with the network address of each: ${ATTEMPT_DAYS} days, or until the account is deleted.`,
          `Uploads nobody claimed: ${LOOSE_DAYS} days. Counters against abuse: two days.`,
          `Messages, applications and feedback to our team: ${KEPT.formsMonths} months, once they are dealt with.`,
          'An address we had to block: until the block is lifted. After you had your data deleted, only a hash of it.',
          'Accounting records: as long as the law asks for.',
        ],
      ],
    },
    {
      title: 'Your rights',
      parts: [
        'Wherever you live, you may see what we have about you, have it corrected, get a copy, or have it deleted. You can object to how we use it, and complain to the data protection authority of your country.',
        'The page “Your data”, linked at the foot of every page, mails a link to the address you used; with an account you find the same under Profile. Behind it is a copy of everything: lists that any program can read, and every video you can play.',
        `There you also have it deleted. You are hidden at once, open questions end and what is held on your card is released; an answer that was recorded in time is still delivered and charged. If you are an athlete, an answer of yours whose video has fully arrived is still delivered and charged; one that has not is withdrawn. ${LEAVING_DAYS} days later your profile, your questions, the answers to them, the videos and your private links are gone for good. Until then the link in our mail cancels it, and so does signing in. Only the books keep amounts, dates and numbers, without your name; if you are an athlete, we keep who your last payout goes to until it is paid. A backup may hold the rest for a while longer.`,
        'What you tell of yourself you correct under Profile. For a question already asked, or anything you cannot change yourself, write to us from the address you asked with; we answer within a month.',
        'We use your data because a question cannot be asked, answered and paid without it; to keep people safe from spam and abuse; and, for notifications, because you said yes.',
      ],
    },
    {
      title: 'Changes',
      parts: [
        'When the software begins to do something else with your data, this page changes first, with a new date on top. If the change matters to people who already have a question or an account here, we tell them by mail.',
      ],
    },
  ],
}

import { ANSWER_MS, HOUR_MS } from '../../sync/limits.ts'
import { athleteShareCents, platformShareCents } from '../../sync/money.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import type { Env } from '../env.ts'
import type { PageHead } from './head-tags.ts'
import { SITE_PICTURE } from './profile-head.ts'
import { sharePictureVersion } from './share-picture/share-pictures.ts'

const HOURS = ANSWER_MS / HOUR_MS
const titled = (title: string) => `${title} · ${PRODUCT.name}`

/** The heads of public pages that show the same to everybody; the renderer needs no data for them. */
const STANDING: Record<string, PageHead> = {
  '/': {
    title: `${PRODUCT.name}: real athletes, affordable advice`,
    description: `Ask an athlete a short question by text or video. They answer by video within ${HOURS} hours, or you are not charged.`,
  },
  '/about': {
    title: titled('About us'),
    description: `Who is behind ${PRODUCT.name}, and what we hold ourselves to: no answer, no charge, and athletes who are paid properly.`,
  },
  '/benefits': {
    title: titled('For athletes'),
    description: `Answer short questions by video, at your price, and keep ${athleteShareCents(100)}%. The platform fee is ${platformShareCents(100)}%, the dispute mediation fee $0.`,
  },
  '/request': {
    title: titled('Make a request'),
    description: 'Choose an athlete and ask by text or video, on one page and without an account.',
  },
  '/join': {
    title: titled('Join'),
    description: 'Join as an athlete or as a fan, or try it without an account.',
  },
  '/contact': {
    title: titled('Contact us'),
    description: 'Clubs, brands, press, or anything that does not fit a question: write to us.',
  },
  '/waitlist': {
    title: titled('Apply to join'),
    description: 'For athletes, coaches and creators who would answer fans by video.',
  },
  '/lostlink': {
    title: titled('Lost link?'),
    description: 'Get the private links to your questions by email again.',
  },
  '/demodashboard': {
    title: titled('Demo dashboard'),
    description: 'What a fan’s dashboard looks like after a few weeks of asking.',
  },
  '/privacypolicy': {
    title: titled('Privacy policy'),
    description: 'What is known about you, who gets to see it, and how long it is kept.',
  },
  '/termsofservice': {
    title: titled('Terms of service'),
    description: 'What you can expect, what is expected of you, and when your card is charged.',
  },
}

const WITH_DATA: Record<string, PageHead> = {
  '/ask': {
    title: titled('Pick an athlete, ask a question'),
    description: 'Athletes, coaches and creators who answer your question by video.',
  },
  '/demo': {
    title: titled('A short demo for athletes'),
    description: 'The whole job in a minute: one question, one short video, and a share that is yours.',
  },
}

export const STANDING_PATHS = Object.keys(STANDING)

/** Returns the site's own origin for links outside the app; without a public URL, this machine's name. */
export function siteOrigin({ publicUrl, port }: Pick<Env, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

/**
 * Returns the head of a public page, with its canonical address if the server knows its own origin. The request's
 * host never decides it.
 */
export function headOf(env: Pick<Env, 'publicUrl' | 'port'>): (path: string) => PageHead {
  const image = `${siteOrigin(env)}/card.png?v=${sharePictureVersion(SITE_PICTURE)}`
  return (path) => ({
    ...(STANDING[path] ?? WITH_DATA[path] ?? { title: PRODUCT.name }),
    image,
    imageAlt: `${PRODUCT.name}: ${SITE_PICTURE.title}`,
    ...(env.publicUrl && { url: new URL(path, env.publicUrl).href }),
  })
}

import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { chalkOfSport } from '../../sync/athlete/chalk-of-sport.ts'
import { socialLinks } from '../../sync/athlete/links.ts'
import { LIMITS } from '../../sync/limits.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import type { PageHead } from './head-tags.ts'
import type { SharePicture } from './share-picture/draw-share-picture.ts'
import { sharePictureVersion } from './share-picture/share-pictures.ts'

const DESCRIPTION_CHARACTERS = 160
const ANSWER = `about ${LIMITS.answerMarkMs / 1_000} seconds`
const PROMISE = `Ask a question. Get an answer by video, ${ANSWER} long.`

/** The picture for shared links to public pages that belong to no athlete. */
export const SITE_PICTURE: SharePicture = {
  ground: 'lanes',
  title: 'Real athletes, affordable advice',
  otherwise: PRODUCT.name,
  over: PRODUCT.slogan.replace(/\.$/, ''),
  under: PROMISE,
}

/**
 * Returns an athlete's share picture: their name on the ground of their sport, or their username if the name cannot be
 * drawn.
 */
export function athletePicture(athlete: PublicAthlete): SharePicture {
  return {
    ground: chalkOfSport(athlete.sport),
    title: nameOf(athlete),
    otherwise: `@${athlete.username}`,
    over: roleOf(athlete),
    under: athlete.promo ? `Your first question is free. Get an answer by video, ${ANSWER} long.` : PROMISE,
  }
}

/**
 * Returns the head for a shared link to a profile: the name, the bio and the picture, and the same as structured
 * data for search engines. It contains nothing that the profile does not show.
 */
export function profileHead(athlete: PublicAthlete, { origin }: { origin: string }): PageHead {
  const { username, firstName, lastName, sport } = athlete
  const picture = athletePicture(athlete)
  const image = `${origin}/ask/${username}/card.png?v=${sharePictureVersion(picture)}`
  const description = shortened(athlete.bio) || `${nameOf(athlete)}, ${roleOf(athlete)}. ${PROMISE}`
  return {
    title: [`Ask ${nameOf(athlete)}`, sport, PRODUCT.name].filter(Boolean).join(' · '),
    description,
    image,
    imageAlt: `${nameOf(athlete)}, ${roleOf(athlete)}, on ${PRODUCT.name}`,
    profile: { firstName, lastName, username },
    facts: factsOf(athlete, { description, image, url: `${origin}/ask/${username}` }),
  }
}

const nameOf = ({ firstName, lastName }: PublicAthlete) => `${firstName} ${lastName}`.trim()
const roleOf = ({ position, sport }: PublicAthlete) => [position, sport].filter(Boolean).join(', ')

function factsOf(athlete: PublicAthlete, seen: { description: string; image: string; url: string }): object {
  const links = socialLinks(athlete).map(({ href }) => href)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: seen.url,
    mainEntity: {
      '@type': 'Person',
      name: nameOf(athlete),
      alternateName: athlete.username,
      description: seen.description,
      image: athlete.pictureUrl ? new URL(athlete.pictureUrl, seen.url).href : seen.image,
      url: seen.url,
      jobTitle: roleOf(athlete),
      ...(links.length > 0 && { sameAs: links }),
      ...(athlete.interests.length > 0 && { knowsAbout: athlete.interests }),
      ...(athlete.achievements.length > 0 && { award: athlete.achievements }),
      makesOffer: offerOf(athlete),
    },
  }
}

/** Returns the offer of an answer, with the rating of the athlete's answers if there is one (D85). */
function offerOf({ priceCents, paused, ratingTotal, ratingCount }: PublicAthlete): object {
  const rating = ratingCount > 0 && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: (ratingTotal / ratingCount).toFixed(1),
      ratingCount,
      bestRating: 5,
    },
  }
  return {
    '@type': 'Offer',
    price: ((priceCents ?? 0) / 100).toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${paused ? 'SoldOut' : 'InStock'}`,
    itemOffered: { '@type': 'Service', name: 'A video answer to one question', ...rating },
  }
}

/** Returns a text on one line, cut between words. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= DESCRIPTION_CHARACTERS) return line
  const cut = characters.slice(0, DESCRIPTION_CHARACTERS - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 80)).join('')}…`
}

import type { PublicAthlete } from './athlete.ts'
import { DIRECTORY, type DirectoryFilter } from './directory.ts'
import { TAG_IDS, TAGS } from './tags.ts'

/** What has to stand in an athlete's `directoryText`: one text of each group; `inTags`, in the part of the tags. */
export type DirectoryTerms = { anywhere: string[][]; inTags: string[][] }

/**
 * A word is found anywhere inside a word, one of one or two letters only where a word begins. A word of a tag's label
 * finds the tag. A tag is matched by id, or by equality with or containment of its id or label (S1-3.5).
 */
export function directoryTerms({ q, tags }: DirectoryFilter): DirectoryTerms {
  return {
    anywhere: foldText(q.replaceAll('|', ' '))
      .split(' ')
      .filter(Boolean)
      .slice(0, DIRECTORY.searchWords)
      .map(textsOfWord),
    inTags: tags.map((tag) => [...new Set([tag, foldText(TAGS[tag])])]),
  }
}

/**
 * What the directory knows an athlete by: name, username, sport, position, areas of insight, and behind a bar the tags.
 * The database keeps the same text (`directory_text`); a change here is a change there.
 */
export function directoryText(athlete: PublicAthlete): string {
  const { firstName, lastName, username, sport, position, interests, tags } = athlete
  const words = [firstName, lastName, username, sport, position ?? '', ...interests].join(' ')
  return foldText(` ${words.replaceAll('|', ' ')} | ${tags.join(' | ')} |`)
}

/** The rule as a device applies it to the athletes it has seen; the server asks its index the same. */
export function isInDirectory(athlete: PublicAthlete, filter: DirectoryFilter): boolean {
  const { anywhere, inTags } = directoryTerms(filter)
  const text = directoryText(athlete)
  const tags = text.slice(text.indexOf('|'))
  const has = (hay: string) => (group: string[]) => group.some((each) => hay.includes(each))
  return !athlete.paused && anywhere.every(has(text)) && inTags.every(has(tags))
}

/** Lower case, without accents, one space between words. */
function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/\s+/g, ' ')
}

function textsOfWord(word: string): string[] {
  const sought = word.length < 3 ? ` ${word}` : word
  const tags = TAG_IDS.filter((id) => ` ${foldText(TAGS[id])}`.includes(sought))
  return [sought, ...tags.filter((id) => !id.includes(sought))]
}

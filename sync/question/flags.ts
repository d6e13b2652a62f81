/**
 * The flags that automatic checks may set on a question. The desk shows them and sorts by them; people decide
 * (S2-1.5, D57).
 */
export const FLAGS = [
  'no-go',
  'link',
  'e-mail',
  'phone',
  'repeated',
  // about an address that was only typed: it is blocked, or has had its free question
  'blocked',
  'free-again',
  // the owner of the address says that they did not ask
  'not-theirs',
] as const
export type Flag = (typeof FLAGS)[number]

const E_MAIL = /[^\s@]+@[^\s@]+\.[a-z]{2,}/i
const LINK = /\bhttps?:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|net|org|io|me|tv|gg|ly|co|app|link|info|xyz)\b/i
const PHONE = /(?:\+|\b)\d(?:[\s().-]{0,2}\d){8,}/

/** How many letters a word of a topic must have at least to be meaningful. */
const LEAST_LETTERS = 4
const EMPTY_WORDS = new Set(
  'about also and any anything asked asking don’t from have into just like more none nothing please question questions related that the their them these they this those topic topics very what with your'.split(
    ' ',
  ),
)

/** Returns the flags for the words of a question, including the topics its athlete does not talk about. */
export function flagsOf(
  { subject, text }: { subject: string; text: string },
  noGoTopics: string | null,
): ('no-go' | 'link' | 'e-mail' | 'phone')[] {
  const said = `${subject}\n${text}`
  const withoutMails = said.replace(new RegExp(E_MAIL, 'gi'), ' ')
  return [
    ...(touches(said, noGoTopics ?? '') ? ['no-go' as const] : []),
    ...(LINK.test(withoutMails) ? ['link' as const] : []),
    ...(E_MAIL.test(said) ? ['e-mail' as const] : []),
    ...(PHONE.test(said) ? ['phone' as const] : []),
  ]
}

/** Checks whether the text contains a word of the topics, whatever its ending. */
function touches(said: string, topics: string): boolean {
  const words = wordsOf(said)
  return wordsOf(topics)
    .filter((topic) => topic.length >= LEAST_LETTERS && !EMPTY_WORDS.has(topic))
    .map((topic) => topic.replace(/(?:ies|es|s|ing|y)$/, ''))
    .some((stem) => stem.length >= LEAST_LETTERS - 1 && words.some((word) => word.startsWith(stem)))
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}’]+/u)
    .filter(Boolean)
}

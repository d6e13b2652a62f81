/** Phrases that texts for people must not contain, each with what to write instead. */
const HABITS: readonly [RegExp, string][] = [
  [/\banew\b/i, 'again'],
  [/\bany more\b/i, 'no longer, or anymore left out'],
  [/\bno more\b(?! than)/i, 'no longer'],
  [/\bstands? here\b/i, 'is here, or appears here'],
  [/\b(?:is|are|was|were|be) asked for\b/i, 'who asks, and for what'],
  [/\bshould (?:you|we|they)\b(?![^.]*\?)/i, 'if you'],
  [/^leave it$/i, 'Cancel, or what is kept'],
  [/\b(?:to|can|you) go on\b|^go on\b|\. Go on\b/i, 'continue, or resume'],
  [/\bis a kindness\b/i, 'what it is'],
  [
    /\bthe (?:answer|question|reply|video|picture|profile|page|share|account) of (?:the |your |an? )?(?:athlete|fan|asker|member|person)\b/i,
    'the athlete’s answer',
  ],
  [/\b(?:answer|question|reply|video|picture|profile|page) of $/i, 'the name first: Nora’s answer'],
  [/\bby (?:itself|themselves|ourselves)\b/i, 'automatically, or when it happens'],
  [/\b(?:it|that|this) (?:is|was) no (?!longer\b|more\b)/i, 'is not a'],
  [/\b(?:is|are|was|were) not taken\b/i, 'was not accepted'],
  [/\ball the same\b/i, 'still, or anyway'],
  [/\bstands? there\b|\bstands? in (?:its|your|their)\b/i, 'is there'],
  [/\bearns? nothing by\b/i, 'earn nothing from'],
  [/^who cannot\b|^who has\b/i, 'people who'],
  [/\btell me\b|\bis not told\b/i, 'notify'],
  [/\bnobody (?:fits|matches)\b/i, 'no athlete matches'],
  [/\bwhoever it is\b|\bthat nobody does it who\b|\bif it be\b/i, 'plain words'],
]
/** The most words in a sentence; on a phone, the beginning of a longer one is forgotten. */
const WORDS_MOST = 34

/** Returns the problems of a text that people read; empty when there are none. */
export function habitsIn(text: string): string[] {
  const found = HABITS.flatMap(([habit, instead]) =>
    habit.test(text) ? [`“${habit.exec(text)?.[0].trim()}”: write ${instead}`] : [],
  )
  const longest = Math.max(0, ...text.split(/[.!?:;]\s/).map((sentence) => sentence.split(/\s+/).length))
  return longest > WORDS_MOST ? [...found, `${longest} words in one sentence: at most ${WORDS_MOST}`] : found
}

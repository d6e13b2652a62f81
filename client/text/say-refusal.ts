import type { Refusal } from '../../sync/result.ts'

const UNKNOWN = 'This was refused, and the reason could not be loaded. Try again when you are back online.'

const loadSentences = () => import('./refusals.ts')

/** Returns the sentence for a refusal. Loads the sentences first; where that fails, returns a general one. */
export async function sayRefusal(refusal: Refusal, load = loadSentences): Promise<string> {
  const sentences = await load().catch(() => null)
  return sentences?.refusalText(refusal) ?? UNKNOWN
}

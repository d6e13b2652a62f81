/** Places whose fields vary, with the reason or with where else they are checked. */
const OF_MANY_SHAPES: Record<string, string> = {
  'acts[].detail': 'what an act has to say of itself, to admins alone',
  'documents[]': 'each collection has its own fields',
  'outcomes[]': 'those that settled are held to their list; the others say why not',
}

/** Returns, in words, where an answer's fields are not exactly the listed ones. */
export function fieldMistakes(body: unknown, listed: Record<string, string[]>): string[] {
  return Object.entries(listed).flatMap(([place, fields]) =>
    placesIn(body, place).flatMap((found) => {
      const there = Object.keys(found).sort()
      const [more, less] = [
        there.filter((key) => !fields.includes(key)),
        fields.filter((key) => !there.includes(key)),
      ]
      return more.length + less.length > 0 ? [`${place || 'answer'}: more ${more}, less ${less}`] : []
    }),
  )
}

/** Returns the places of an answer that no list of fields covers. */
export function unlistedPlaces(body: unknown, listed: Record<string, string[]>, at = ''): string[] {
  if (Array.isArray(body)) return body.flatMap((each) => unlistedPlaces(each, listed, `${at}[]`))
  if (typeof body !== 'object' || body === null || at in OF_MANY_SHAPES) return []
  const inside = Object.entries(body).flatMap(([key, value]) =>
    unlistedPlaces(value, listed, at ? `${at}.${key}` : key),
  )
  return at in listed ? inside : [at]
}

/** Returns the objects of an answer at one place. */
export function placesIn(body: unknown, place: string): object[] {
  let found: unknown[] = [body]
  for (const step of place.split('.').filter(Boolean)) {
    const name = step.replace('[]', '')
    found = found.flatMap((each) => (each as Record<string, unknown>)[name] ?? [])
  }
  return found.filter((each): each is object => typeof each === 'object' && each !== null)
}

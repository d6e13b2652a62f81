/** One sample of a Prometheus scrape. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g

/** Parses Prometheus' text format. Throws at a line that does not follow it. */
export function readExposition(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name, inside = '', number = ''] = LINE.exec(line) ?? []
    if (!name) throw new Error(`no sample: ${line}`)
    const labels = Object.fromEntries([...inside.matchAll(LABEL)].map(([, key, value]) => [key, value]))
    return { name, labels, value: number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number) }
  })
}

/** Returns the names that a scrape declares with `# TYPE`. */
export function declaredNames(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name)
}

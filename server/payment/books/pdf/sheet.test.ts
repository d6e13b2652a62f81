import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { openSheet } from './sheet.ts'

/** Returns the pages of a table with this many lines and its sum. */
async function pagesOf(lines: number): Promise<string[]> {
  const sheet = await openSheet({ title: 'Table', at: new Date(0) })
  const rows = Array.from({ length: lines }, (_, n) => [`line ${n + 1}.`])
  sheet.table([{ title: 'What', share: 1 }], rows, ['In all'])
  const { text } = await extractText(Uint8Array.from(await sheet.finish('')), { mergePages: false })
  return text
}

test('the sum of a table never stands alone on a page, and no line is lost', async () => {
  // a page has room for the head and 55 lines
  for (const [lines, count] of [
    [54, 1],
    [55, 2],
    [56, 2],
  ] as const) {
    const pages = await pagesOf(lines)
    expect(pages.at(-1)).toContain('In all')
    expect(pages.at(-1)).toContain(`line ${lines}.`)
    expect(pages.join('\n').match(/line \d+\./g)).toHaveLength(lines)
    expect(pages).toHaveLength(count)
  }
})

import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { runsOf } from './runs.ts'
import { openSheet } from './sheet.ts'

/** Returns the lines of a PDF with these texts, one below the other. */
async function printed(texts: readonly string[]): Promise<string[]> {
  const sheet = await openSheet({ title: 'Scripts', at: new Date(0) })
  for (const text of texts) sheet.text(text)
  const pdf = await sheet.finish('')
  const { text } = await extractText(Uint8Array.from(pdf), { mergePages: false })
  return (text[0] ?? '').split('\n').map((line) => line.trim())
}

test('a name is printed in its script, and read out of the document as it was written', async () => {
  const names = [
    'Åsa Nguyễn Thị Ánh',
    'Анна Ковалёва',
    'Ελένη Παπαδοπούλου',
    'ნინო ბერიძე',
    'Անի Հակոբյան',
    '王小明 黃國華 张伟',
    '田中さくら 山﨑 ガブリエル',
    '김민준 李舜臣',
    'สมชาย ใจดี',
    'Go ⭐ 😀 now',
  ]
  expect((await printed(names)).slice(0, names.length)).toEqual(names)
})

test('a line from right to left keeps the order of its words, with what is Latin in it', async () => {
  const names = ['محمد علي الحسن', 'שלום, יעל בן-דוד 30', 'Coach דוד Cohen 12']
  expect((await printed(names)).slice(0, names.length)).toEqual(names)
  const shown = (text: string) =>
    runsOf([...text].map((each) => ({ text: each, font: 'plain' }))).map((run) => run.text)
  // in visual order from left to right; a font itself reverses the letters of each run
  expect(shown('שלום, יעל (30)')).toEqual(['(', '30', 'שלום, יעל )'])
  expect(shown('Coach דוד Cohen 12')).toEqual(['Coach ', 'דוד', ' Cohen 12'])
  expect(shown('محمد Ali')).toEqual(['Ali', 'محمد '])
})

test('letters that join are shaped, and an emoji of several parts is one', async () => {
  const [hindi, thai, emoji] = await printed(['क्षत्रिय', 'น้ำ', '🇳🇴 👨‍👩‍👧'])
  // vowels are in visual order: before the letters that they are typed after, and below the tone mark
  expect(hindi?.replaceAll(' ', '')).toBe('क्षित्रय')
  expect(thai).toBe('นํ้า')
  expect(emoji).toBe('🇳🇴 👨‍👩‍👧')
})

test('letters that no font writes have a mark, and the document says what it stands for', async () => {
  const [name, said] = await printed(['கவிதா Ram'])
  expect(name).toBe('[?] Ram')
  expect(said).toContain('[?] stands for letters')
  expect((await printed(['Ada'])).join()).not.toContain('[?]')
})

test('a text without spaces is broken where its line ends, and none of it is lost', async () => {
  const text = '我想知道如何在划船时更好地保持平衡'.repeat(8)
  const lines = await printed([text])
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.join('')).toContain(text)
})

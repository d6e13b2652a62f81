/** A stretch of text of one direction. */
export type Run = { text: string; isRightToLeft: boolean }

const RIGHT_TO_LEFT =
  /(?:[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]\p{M}*(?:\s+(?=[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]))?)+/gu

/** A line in stretches from left to right, each of one direction: words from right to left stay together. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(RIGHT_TO_LEFT)) {
    if (index > end) runs.push({ text: text.slice(end, index), isRightToLeft: false })
    runs.push({ text: found, isRightToLeft: true })
    end = index + found.length
  }
  if (end < text.length) runs.push({ text: text.slice(end), isRightToLeft: false })
  return runs
}

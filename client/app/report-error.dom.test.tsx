import { expect, test } from 'vitest'
import type { BrowserError } from '../../sync/browser-error.ts'
import { reportError } from './report-error.ts'

/** Makes an empty record of reports, because the page that the tests share may have reported errors before. */
function freshPage() {
  const sent: BrowserError[] = []
  const send = (report: BrowserError) => void sent.push(report)
  return { sent, reporting: { isWanted: true, told: new Set<string>(), send } }
}

const errorAt = (message: string, place = `${location.origin}/assets/app-x.js:1:2`) =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at draw (${place})` })

test('an error of ours is told once, without what a person may have written', () => {
  const { sent, reporting } = freshPage()
  const error = errorAt('"Kim Lee" has no lanes')
  reportError('error', error, reporting)
  reportError('rejection', error, reporting)
  expect(sent).toEqual([
    {
      kind: 'error',
      name: 'TypeError',
      message: '… has no lanes',
      frames: ['draw app-x.js:1:2'],
      build: expect.any(String),
      engine: 'chromium',
    },
  ])
})

test('what is no error of ours is not told, and a page tells five at most', () => {
  const { sent, reporting } = freshPage()
  reportError('error', errorAt('theirs', 'chrome-extension://abc/assets/x.js:1:2'), reporting)
  reportError('error', 'a word', reporting)
  reportError('rejection', new DOMException('gone', 'AbortError'), reporting)
  reportError('error', errorAt('ResizeObserver loop completed'), reporting)
  reportError('error', errorAt('not drawn'), { ...reporting, isWanted: false })
  expect(sent).toEqual([])
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six'])
    reportError('error', errorAt(word), reporting)
  expect(sent).toHaveLength(5)
})

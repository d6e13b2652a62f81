import { expect, test } from 'vitest'
import { videoFileName } from './file-name.ts'

test('a saved video is called after its question, whatever is in its words', () => {
  expect(videoFileName('How do I catch low?', 'video/mp4')).toBe('How-do-I-catch-low.mp4')
  expect(videoFileName('../../etc/passwd: "x"', 'video/webm;codecs=vp9')).toBe('etc-passwd-x.webm')
  expect(videoFileName('Wie geht’s, Zoë? 東京', 'video/quicktime')).toBe('Wie-geht-s-Zoë-東京.mov')
  expect(videoFileName('?!…', 'video/mp4')).toBe('answer.mp4')
  expect(videoFileName('a'.repeat(300), 'video/mp4')).toBe(`${'a'.repeat(60)}.mp4`)
})

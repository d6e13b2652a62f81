import { expect, test } from 'vitest'
import { videoFileName } from './video-file-name.ts'

test('a saved video is called after its question, whatever is in its words', () => {
  expect(videoFileName('How do I catch low?', { type: 'video/mp4', purpose: 'answer' })).toBe(
    'How-do-I-catch-low.mp4',
  )
  expect(videoFileName('../../etc/passwd: "x"', { type: 'video/webm;codecs=vp9', purpose: 'answer' })).toBe(
    'etc-passwd-x.webm',
  )
  expect(videoFileName('Wie geht’s, Zoë? 東京', { type: 'video/quicktime', purpose: 'answer' })).toBe(
    'Wie-geht-s-Zoë-東京.mov',
  )
  expect(videoFileName('?!…', { type: 'video/mp4', purpose: 'answer' })).toBe('answer.mp4')
  expect(videoFileName('?!…', { type: 'video/mp4', purpose: 'question' })).toBe('question.mp4')
  expect(videoFileName('a'.repeat(300), { type: 'video/mp4', purpose: 'answer' })).toBe(
    `${'a'.repeat(60)}.mp4`,
  )
})

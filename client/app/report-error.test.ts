import { expect, test } from 'vitest'
import { engineOf, framesOf } from './report-error.ts'

const ORIGIN = 'https://infield.example'

test.each([
  [
    'Chromium',
    `TypeError: lanes is not iterable
    at Foo.bar (https://infield.example/assets/app-BrgIOeG.js:1:2345)
    at async https://infield.example/assets/ask-x_y.js:10:3
    at chrome-extension://abcdef/assets/content.js:1:1
    at https://evil.example/assets/app.js:1:1
    at https://infield.example/view/secret-token:1:1`,
    ['Foo.bar app-BrgIOeG.js:1:2345', ' ask-x_y.js:10:3'],
  ],
  [
    'Firefox and WebKit',
    `bar@https://infield.example/assets/app-BrgIOeG.js:1:2345
async*baz@https://infield.example/assets/ask-x_y.js:10:3
@https://infield.example/assets/ask-x_y.js:11:4
onclick@https://infield.example/dashboard:1:1`,
    ['bar app-BrgIOeG.js:1:2345', 'asyncbaz ask-x_y.js:10:3', ' ask-x_y.js:11:4'],
  ],
  ['nobody', 'kim@example.com wrote this', []],
])('of a stack of %s only places in our own files are told', (_, stack, frames) => {
  expect(framesOf(stack, ORIGIN)).toEqual(frames)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', 'chromium'],
  [
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile Safari/604.1',
    'webkit',
  ],
  ['curl/8', 'other'],
])('%s is %s', (userAgent, engine) => {
  expect(engineOf(userAgent)).toBe(engine)
})

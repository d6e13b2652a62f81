import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PushState } from '../../pwa/push-subscribe.ts'
import { PushShown } from './push-switch.tsx'

function shown(push: PushState, { isAble = true } = {}): string {
  const rest = { label: 'Notify me', last: null, isBusy: false, isAble, onChange: () => undefined }
  return renderToString(<PushShown push={push} {...rest} />).replace(/<!-- -->/g, '')
}

test('a device that is told says so, and one that is not', () => {
  expect(shown('on')).toContain('This device gets notifications. None has come yet.')
  expect(shown('on')).toMatch(/<input[^>]* checked=""/)
  expect(shown('off')).toContain('This device gets no notifications.')
  for (const push of ['on', 'off'] as const) expect(shown(push)).not.toContain('Set it up again')
})

test('allowed and yet not reached is a fault that can be mended: no subscription, or one nobody heard of', () => {
  expect(shown('lost')).toContain('the browser has lost its subscription')
  expect(shown('untold')).toContain('our server does not know this device yet')
  for (const push of ['lost', 'untold'] as const) {
    const html = shown(push)
    expect(html).toContain('This device gets no notifications.')
    expect(html).not.toMatch(/<input[^>]* checked=""/)
    expect(html).toMatch(/Set it up again/)
    expect(shown(push, { isAble: false })).toMatch(/<button[^>]* disabled=""[^>]*>.*Set it up again/)
  }
})

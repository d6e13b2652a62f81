import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { OwnTakes } from '../../answer/take-tools.tsx'
import { openDevice, type TakeRow } from '../../db/device.ts'
import { show } from '../../testing/open-screen.tsx'
import { DevicePanel } from './device-panel.tsx'

test.each([
  ['a fan', false, /^Recordings .+, answers saved for offline /],
  ['an athlete', true, /^Recordings .+, questions for offline /],
])('the meter names what %s keeps here', async (_, canAnswer, line) => {
  show(<DevicePanel canAnswer={canAnswer} pushLabel="Answers" />)
  await expect.element(page.getByText(line)).toBeVisible()
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const CHROME_ON_MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const FORGETS = 'after a week without a visit'
const TAKE = { id: 't', questionId: 'q', state: 'refused', durationMs: 4_000, type: 'video/mp4' } as TakeRow

afterEach(() => Reflect.deleteProperty(navigator, 'userAgent'))

async function showBoth(userAgent: string, isPersisted: boolean): Promise<void> {
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent })
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(isPersisted)
  await openDevice('guest').open()
  show(
    <>
      <DevicePanel canAnswer pushLabel="Answers" />
      <OwnTakes takes={[TAKE]} />
    </>,
  )
  await expect.element(page.getByText('left for this app', { exact: false })).toBeVisible()
}

test.each([
  ['an iPhone', IPHONE, 'the app on your Home Screen'],
  ['Safari on a Mac', MAC, 'the app in your Dock'],
])(
  'a tab of %s says that it forgets recordings after a week, and what keeps them',
  async (_, userAgent, app) => {
    await showBoth(userAgent, false)
    await expect.element(page.getByText(`Save them to files, or record in ${app}`)).toBeVisible()
    await expect.element(page.getByText(`${FORGETS}: save it to files`)).toBeVisible()
    await expect.element(page.getByText('It is safe on this device')).not.toBeInTheDocument()
  },
)

test.each([
  ['whose browser has promised to keep it', IPHONE, true],
  ['of another browser', CHROME_ON_MAC, false],
])('a tab %s calls a recording safe', async (_, userAgent, isPersisted) => {
  await showBoth(userAgent, isPersisted)
  await expect.element(page.getByText('It is safe on this device until you delete it.')).toBeVisible()
  await expect.element(page.getByText(FORGETS)).not.toBeInTheDocument()
})

test('a browser that does not say how much it stores says all the same that it forgets', async () => {
  vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({})
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: IPHONE })
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false)
  show(<DevicePanel canAnswer pushLabel="Answers" />)
  await expect.element(page.getByText(FORGETS)).toBeVisible()
})

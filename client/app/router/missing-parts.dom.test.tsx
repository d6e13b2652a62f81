import { lazy, type ReactNode, Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CALLS } from '../../../sync/paths.ts'
import { MinePanel } from '../../account/my-data/my-data-panel.tsx'
import { NewKey } from '../../account/second-factor/new-key.tsx'
import { TranscriptPart } from '../../answer/transcript/transcript-part.tsx'
import { call } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { LocalVideo } from '../../media/local-video.tsx'
import { addEntry } from '../../store/outbox.ts'
import { film } from '../../testing/film.ts'
import { openScreen, settled, show } from '../../testing/open-screen.tsx'
import { athlete, sessionOf } from '../../testing/people.ts'
import { answer, goOffline, refused, replicate, VISITOR } from '../../testing/server.ts'
import { onTold } from '../../ui/toasts.ts'

const { asked, cutOff } = vi.hoisted(() => {
  const asked: string[] = []
  const cutOff = (part: string) => () => {
    asked.push(part)
    throw new Error('cut off')
  }
  return { asked, cutOff }
})

vi.mock('../../account/join/network-fields.tsx', cutOff('network-fields'))
vi.mock('../../media/player/video-tools.tsx', cutOff('video-tools'))
vi.mock('../../ui/qr/qr-picture.tsx', cutOff('qr-picture'))
vi.mock('../../pages/unreached-notice.tsx', cutOff('unreached-notice'))
vi.mock('../../account/sign-out-dialog.tsx', cutOff('sign-out-dialog'))
vi.mock('../../account/forget-guest-dialog.tsx', cutOff('forget-guest-dialog'))
vi.mock('../../account/my-data/leave-dialog.tsx', cutOff('leave-dialog'))
vi.mock('../../account/second-factor/step-up-dialog.tsx', cutOff('step-up-dialog'))
vi.mock('../../account/athlete-join/athlete-join-form.tsx', cutOff('athlete-join-form'))
vi.mock('../../answer/transcript/transcript-dialog.tsx', cutOff('transcript-dialog'))

/** Waits until a part was asked for in vain, as it is by `load`, and what shows that has been rendered. */
async function missed(part: string, load: () => Promise<unknown>): Promise<void> {
  await expect.poll(() => asked).toContain(part)
  await expect(load()).rejects.toThrow()
  await settled()
}

/** Shows what lacks a part beside a mark, and returns how the mark is had, which React renders after what failed. */
function showBeside(lacking: ReactNode): () => Promise<void> {
  const gate = Promise.withResolvers<void>()
  const Mark = lazy(() => gate.promise.then(() => ({ default: () => <p>Everything is loaded</p> })))
  show(
    <>
      {lacking}
      <Suspense>
        <Mark />
      </Suspense>
    </>,
  )
  return async () => {
    gate.resolve()
    await expect.element(page.getByText('Everything is loaded')).toBeVisible()
  }
}

/** Returns what toasts say from now on. */
function listen(): string[] {
  const told: string[] = []
  onTestFinished(onTold(({ text }) => void told.push(text)))
  return told
}

test('the sign-up of a fan stands without the fields that cannot be loaded', async () => {
  await openScreen('/fanjoin')
  await missed('network-fields', () => import('../../account/join/network-fields.tsx'))
  await expect.element(page.getByLabelText('Username')).toBeVisible()
})

test('a video of this device plays without the tools beneath it', async () => {
  const shown = showBeside(<LocalVideo blob={await film()} label="Your recording" hasTools />)
  const video = page.getByLabelText('Your recording')
  await expect.poll(() => (video.element() as HTMLVideoElement).videoHeight).toBe(84)
  await missed('video-tools', () => import('../../media/player/video-tools.tsx'))
  await shown()
  await expect.element(video).toBeVisible()
})

test('the key of a second factor can be typed where its QR code cannot be loaded', async () => {
  const key = { key: 'ABCDEFGHIJ', link: 'otpauth://totp/Infield', sealed: 'sealed' }
  const shown = showBeside(<NewKey shown={key} />)
  await missed('qr-picture', () => import('../../ui/qr/qr-picture.tsx'))
  await shown()
  await expect.element(page.getByLabelText('Key to type')).toHaveTextContent('ABCD EFGH IJ')
})

test('a roster that this device has seen stands without the line that says so', async () => {
  const seen = athlete({ username: 'ines', firstName: 'Ines' })
  answer('athletes', { athletes: [seen], after: null } as never)
  await openScreen('/ask')
  goOffline()
  await openScreen('/ask')
  await missed('unreached-notice', () => import('../../pages/unreached-notice.tsx'))
  await expect.element(page.getByRole('link', { name: /Ines/ }).first()).toBeVisible()
})

test('a sign-out whose dialog cannot be loaded is logged and changes nothing', async () => {
  const session = sessionOf('creator')
  answer('session', session)
  replicate({})
  await openScreen('/about')
  goOffline()
  const args = { questionId: newId(), text: 'Mine', before: '' }
  await addEntry(openDevice(session.person?.id ?? ''), { name: 'answer.transcribe', args })
  const logged = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {})
  const out = page.getByRole('button', { name: 'Sign out' })
  await out.click()
  await expect.poll(() => logged.mock.calls.length).toBe(1)
  await expect.element(out).toBeVisible()
})

test('a browser whose guest cannot be asked about is signed out all the same', async () => {
  const person = sessionOf('basic')
  const ended = answer('signOut', {})
  answer('session', () => (ended.length === 0 ? person : { ...VISITOR, guest: true }))
  const { path } = await openScreen('/about')
  const logged = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {})
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => logged.mock.calls.length).toBe(1)
  expect(path()).toBe('/')
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a dialog that cannot be loaded takes nothing away, and a toast says what to do', async () => {
  const told = listen()
  show(<TranscriptPart answer={{ questionId: newId(), transcript: null }} />)
  const add = page.getByRole('button', { name: 'Add captions' })
  await add.click()
  await expect.poll(() => told).toEqual(['Captions could not be opened. Try again with a network.'])
  await expect.element(add).toBeVisible()
  answer('mine', {
    ...{ email: 'ada@infield.test', hasAccount: true, isAthlete: false, questions: 2, answers: 1, videos: 0 },
    ...{ videoBytes: 0, openQuestions: 1, eraseAt: null, exportUrl: '/export' },
  })
  show(<MinePanel token="token" />)
  const leave = page.getByRole('button', { name: 'Delete my account' })
  await leave.click()
  await expect.poll(() => told.at(-1)).toMatch(/^We could not be reached, so nothing is deleted yet/)
  await expect.element(leave).toBeVisible()
})

test('a call whose dialog for the second factor cannot be loaded ends with the refusal', async () => {
  answer('payoutHandle', refused('step-up-wanted', { by: 'app' }))
  await openScreen('/about')
  const save = () => call(CALLS.payoutHandle, { handle: '@ada' }).catch((error: unknown) => error)
  await expect
    .poll(async () => {
      await save()
      return asked
    })
    .toContain('step-up-dialog')
  expect(await save()).toMatchObject({ ok: false, refusal: { code: 'step-up-wanted' } })
})

test('an athlete whose code is good hears that the form could not be loaded', async () => {
  answer('signupCode', {})
  await openScreen('/athletejoin')
  await page.getByLabelText('Signup code').fill('GOOD-CODE')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => asked).toContain('athlete-join-form')
  await expect
    .element(page.getByText('our server was not reached. Try again when you are back.'))
    .toBeVisible()
})

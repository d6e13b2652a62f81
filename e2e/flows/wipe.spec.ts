import { expect, type Page } from 'playwright/test'
import { type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { CANARIES, plantCanaries, searchDevice, searchProfile } from '../leftovers.ts'
import { codeFor } from '../outside/authenticator.ts'
import { expectReadyForOffline, signIn, signInByForm } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { Wizard } from '../pages/wizard.ts'

// A world of its own, because this file overwrites everybody's texts.
test.use({ world: 'wiped' })
const OWN = ['CnrDraftSubject', 'CnrDraftText', 'CnrNotification']
const GUESTS = 'GuestWordsThatStay'

test('S2-2.1 S2-2.20 S2-4.23 a second step at sign-in is turned on, asked for and turned off; other devices are signed out', {
  tag: '@access-second-step',
}, async ({ server, visit, complaints }) => {
  // The session ended from another device, and one code is wrong.
  complaints.expect(/status of 401 \(Unauthorized\) \(\S+\/(sync\/pull|api\/auth\/sign-in\/email)/)
  const other = await visit()
  await signIn(other, 'admin', server)
  const page = await visit(PHONE)
  await signIn(page, 'admin', server)
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  const devices = page.getByRole('region', { name: 'Devices' })
  await devices
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  const asked = page.getByRole('dialog', { name: /^Sign out .+\?$/ })
  await asked.getByLabel('Your password').fill(server.password)
  await asked.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByText('This device')).toBeVisible()
  await other.goto('/dashboard')
  await expect(other.getByText('You are signed out', { exact: false })).toBeVisible()

  const step = page.getByRole('region', { name: 'Second step at sign-in' })
  await step.getByRole('button', { name: 'Turn it on' }).click()
  await step.getByLabel('Your password').fill(server.password)
  await step.getByRole('button', { name: 'Continue' }).click()
  const key = (await step.getByLabel('Key to type').textContent()) ?? ''
  await step.getByLabel('Code from your app').fill(codeFor(key))
  await step.getByRole('button', { name: 'Turn it on' }).click()
  const recovery = (await step.getByRole('listitem').first().textContent()) ?? ''
  await step.getByRole('button', { name: 'I have kept them' }).click()
  await expect(step.getByText('10 recovery codes are left', { exact: false })).toBeVisible()

  await other.goto('/signin')
  await other.getByLabel('Your email address').fill('admin@infield.test')
  await other.getByLabel('Your password').fill(server.password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByLabel('Code from your app').fill('000000')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByText('This code is not right', { exact: false })).toBeVisible()
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recovery.toLowerCase())
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other).toHaveURL(/\/admin/)

  await step.getByRole('button', { name: 'Turn it off' }).click()
  await step.getByLabel('Your password').fill(server.password)
  await step.getByLabel('Code from your app').fill(codeFor(key, 1))
  await step.getByRole('button', { name: 'Turn it off' }).click()
  await expect(step.getByText('Your password alone signs you in', { exact: false })).toBeVisible()
})

test('S1-2.30 P4 after signing out nothing of the account is on the device, byte by byte; a guest’s work is', {
  tag: '@wiped-online',
}, async ({ server, openDevice }) => {
  const device = await openDevice()
  const { page } = device
  await device.goto('/ask/sadiewren')
  await writeDraft(page, 'Begun by nobody', GUESTS)
  await signInBeside(page, server.password)
  await plantCanaries(server)
  await expectReadyForOffline(page)
  await expect(page.getByText('CnrSubject', { exact: false }).first()).toBeVisible()
  await device.goto('/ask/noraquist')
  await writeDraft(page, 'CnrDraftSubject', 'CnrDraftText')
  await keepTake(device)
  await device.deliverPush({ title: 'CnrNotification', body: 'x', tag: 't', url: '/dashboard' })
  const bytes = await videoBytes(page)
  expect(bytes.map(({ store }) => store).sort()).toEqual(['kept', 'videos'])
  const words = [...CANARIES, ...OWN, ...bytes.map(({ slice }) => slice)]
  // First check that the search finds each word while it is here.
  expect(missing(words, await searchDevice(page, words))).toEqual([])

  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Not everything has been sent' })
  await dialog.getByRole('button', { name: 'Sign out and delete it' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => searchDevice(page, words)).toEqual([])
  await expect.poll(() => keptParts(page)).toEqual(['asking'])
  expect(await databases(page)).toEqual(['device-guest'])
  expect((await device.context.cookies()).filter(({ name }) => name.endsWith('session'))).toEqual([])
  expect((await searchDevice(page, [GUESTS])).map(({ where }) => where)).toEqual(['device-guest drafts'])
})

test(
  'P4 signed out offline: gone at once, the session ends with the first request, and the next account sees nothing',
  { tag: '@wiped-offline' },
  async ({ server, openDevice }, testInfo) => {
    const device = await openDevice()
    await signIn(device.page, 'athlete', server)
    await plantCanaries(server)
    await expectReadyForOffline(device.page)
    await expect(device.page.getByText('CnrSubject', { exact: false }).first()).toBeVisible()
    const words = [...CANARIES, ...(await videoBytes(device.page)).map(({ slice }) => slice)]
    expect(missing(words, await searchDevice(device.page, words))).toEqual([])
    // Also search the disk: the browser is closed, and opened again offline.
    await device.goOffline()
    await device.close()
    expect(missing(words, await searchProfile(device.profile, words))).toEqual([])
    await device.relaunch()
    await device.goto('/dashboard')
    const { page } = device
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(() => searchDevice(page, words)).toEqual([])
    expect(await databases(page)).toEqual(['device-guest'])
    const ended = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/sign-out') && answer.ok())
    await device.goOnline()
    await ended
    await expect
      .poll(async () => (await device.context.cookies()).map(({ name }) => name))
      .not.toContain('session')

    // Check that the search finds media or a word left for the next account.
    await plantLeftovers(page, 'CnrLeftover')
    expect((await searchDevice(page, ['CnrLeftover'])).map(({ where }) => where).sort()).toEqual(LEFTOVERS)
    await takeLeftovers(page)

    await signInByForm(page, 'fan', server.password)
    await expectReadyForOffline(page)
    expect(await searchDevice(page, words)).toEqual([])
    await device.goto('/ask/sadiewren')
    const wizard = new Wizard(page)
    await wizard.enter('Start fresh')
    await device.goOffline()
    await wizard.writeQuestion('Written on a plane', 'Sent before signing out')
    await wizard.pause()
    await device.goto('/dashboard')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Not everything has been sent' })
    await dialog.getByRole('button', { name: 'Send it first' }).click()
    await expect(dialog.getByText('Waiting for network', { exact: false })).toBeVisible()
    await device.goOnline()
    await expect(page).toHaveURL(/\/$/)
    await device.close()
    const onDisk = await searchProfile(device.profile, words)
    await testInfo.attach('on the disk', {
      body: JSON.stringify(onDisk, null, 2),
      contentType: 'application/json',
    })
    // The log of a browser's database may keep deleted data until it is compacted; nothing else may.
    expect(onDisk.filter(({ where }) => !/indexeddb\.leveldb/.test(where))).toEqual([])
  },
)

const LEFTOVERS = ['cache media', 'left rows', 'localStorage', 'sessionStorage']

/** Plants one leftover of each kind: cached media, a database that no code deletes, and a word in plain storage. */
function plantLeftovers(page: Page, word: string): Promise<void> {
  return page.evaluate(async (text) => {
    await (await caches.open('media')).put('/media/left', new Response(text))
    localStorage.setItem('left', text)
    sessionStorage.setItem('left', text)
    const request = indexedDB.open('left')
    request.onupgradeneeded = () => void request.result.createObjectStore('rows', { autoIncrement: true })
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    const database = request.result
    const rows = database.transaction('rows', 'readwrite')
    rows.objectStore('rows').add({ of: { video: new Blob([text]) } })
    await new Promise((resolve) => {
      rows.oncomplete = resolve
    })
    database.close()
  }, word)
}

function takeLeftovers(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await caches.delete('media')
    localStorage.removeItem('left')
    sessionStorage.removeItem('left')
    indexedDB.deleteDatabase('left')
  })
}

const missing = (words: readonly string[], finds: readonly { word: string }[]) =>
  words.filter((word) => !finds.some((find) => find.word === word))

/** Returns the parts of the app that the worker keeps, because they reveal the user's role. */
const keptParts = (page: Page) =>
  page.evaluate(async () => (await caches.match('/assets/kept-parts.json'))?.json())

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

async function writeDraft(page: Page, subject: string, text: string): Promise<void> {
  const wizard = new Wizard(page)
  await wizard.enter('Start fresh')
  await wizard.writeQuestion(subject, text)
  await wizard.pause()
}

/** Signs in where a guest had begun a question, and leaves that question for later. */
async function signInBeside(page: Page, password: string): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Your email address').fill('athlete@infield.test')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const offer = page.getByRole('region', { name: /^Continue your question/ })
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

/** Records an answer without sending it. */
async function keepTake({ page }: Device): Promise<void> {
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /Coming back from a stress fracture/ })
    .click()
  await new Studio(page).record(1_500)
  await page.goto('/dashboard')
}

/** Returns bytes from the middle of every kind of video on this device, to search for later. */
function videoBytes(page: Page): Promise<{ store: string; slice: string }[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const found = new Map<string, { store: string; slice: string }>()
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('device-') || name === 'device-guest') continue
      const database = await done(indexedDB.open(name))
      for (const store of ['kept', 'videos']) {
        for (const { blob } of await done(database.transaction(store).objectStore(store).getAll())) {
          const middle = Math.floor(blob.size / 2)
          const bytes = new Uint8Array(await blob.slice(middle, middle + 32).arrayBuffer())
          found.set(store, { store, slice: String.fromCharCode(...bytes) })
        }
      }
      database.close()
    }
    return [...found.values()]
  })
}

import { startTransition, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { translatePage } from '../../testing/translator.ts'
import { isTranslated, tellUntranslated } from '../translated-page.ts'
import { replayEarly } from './early-press.ts'
import { renderAnew } from './render-anew.ts'

let heard: string | null = null

function Handle() {
  const [handle, setHandle] = useState('')
  const [presses, setPresses] = useState(0)
  heard = handle
  return (
    <>
      <input aria-label="Handle" value={handle} onChange={({ target }) => setHandle(target.value)} />
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Pressed {presses}
      </button>
    </>
  )
}

test('what is typed before the app has taken the page over is kept, through whatever changes after', async () => {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = '<input aria-label="Handle" value=""/><button type="button">Pressed <!-- -->0</button>'
  const field = page.getByLabelText('Handle')
  await field.fill('@somebody')
  let app: ReturnType<typeof hydrateRoot> | null = null
  startTransition(() => {
    app = hydrateRoot(root, <Handle />, { onRecoverableError: () => {} })
  })
  onTestFinished(() => {
    app?.unmount()
    root.remove()
  })
  await replayEarly(root)
  expect(heard).toBe('@somebody')
  await page.getByRole('button', { name: 'Pressed 0' }).click()
  await expect.element(page.getByRole('button', { name: 'Pressed 1' })).toBeVisible()
  await expect.element(field).toHaveValue('@somebody')
})

let chosen: unknown = null

function Choices() {
  const [name, setName] = useState('')
  const [city, setCity] = useState('')
  const [sport, setSport] = useState('rowing')
  const [way, setWay] = useState('text')
  const [isAgreed, setAgreed] = useState(false)
  const [, again] = useState(0)
  chosen = { name, city, sport, way, isAgreed }
  return (
    <>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <input aria-label="City" value={city} onChange={({ target }) => setCity(target.value)} />
      <select aria-label="Sport" value={sport} onChange={({ target }) => setSport(target.value)}>
        <option value="rowing">Rowing</option>
        <option value="judo">Judo</option>
      </select>
      {['text', 'video'].map((each) => (
        <label key={each}>
          <input type="radio" name="way" value={each} checked={way === each} onChange={() => setWay(each)} />
          {each}
        </label>
      ))}
      <label>
        <input type="checkbox" checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)} />
        Agreed
      </label>
      <button type="button" onClick={() => again((count) => count + 1)}>
        Again
      </button>
    </>
  )
}

test('all that is typed, chosen and ticked in one form before the app has taken the page over is kept', async () => {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(<Choices />)
  const [sport, video] = [page.getByLabelText('Sport'), page.getByLabelText('video')]
  await page.getByLabelText('Name').fill('Ada')
  await page.getByLabelText('City').fill('Bergen')
  await sport.selectOptions('judo')
  await video.click()
  await page.getByLabelText('Agreed').click()
  let app: ReturnType<typeof hydrateRoot> | null = null
  startTransition(() => {
    app = hydrateRoot(root, <Choices />)
  })
  onTestFinished(() => {
    app?.unmount()
    root.remove()
  })
  await replayEarly(root)
  expect(chosen).toEqual({ name: 'Ada', city: 'Bergen', sport: 'judo', way: 'video', isAgreed: true })
  await page.getByRole('button', { name: 'Again' }).click()
  await expect.element(sport).toHaveValue('judo')
  await expect.element(video).toBeChecked()
  await expect.element(page.getByLabelText('Agreed')).toBeChecked()
})

test('on a page that was translated before, what was typed, chosen and pressed early is kept as well, and React has no complaint', async () => {
  const complaints: unknown[] = []
  const onError = (event: ErrorEvent) => complaints.push(event.error)
  addEventListener('error', onError)
  const root = document.body.appendChild(document.createElement('div'))
  const app = (
    <>
      <Handle />
      <Choices />
    </>
  )
  root.innerHTML = renderToString(app)
  expect(isTranslated()).toBe(false)
  onTestFinished(translatePage())
  expect(isTranslated()).toBe(true)
  await page.getByLabelText('Handle').fill('@somebody')
  await page.getByLabelText('Name').fill('Ada')
  await page.getByLabelText('Sport').selectOptions('judo')
  await page.getByLabelText('video').click()
  await page.getByLabelText('Agreed').click()
  page.getByRole('button', { name: 'Pressed' }).element().setAttribute('data-pressed', '')
  const anew = renderAnew(root, app)
  onTestFinished(() => {
    anew.unmount()
    root.remove()
    removeEventListener('error', onError)
  })
  await replayEarly(root)
  expect(heard).toBe('@somebody')
  expect(chosen).toEqual({ name: 'Ada', city: '', sport: 'judo', way: 'video', isAgreed: true })
  await expect.element(page.getByRole('button', { name: 'Pressed 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Again' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Ada')
  expect(complaints).toEqual([])
})

test('words that are not those of the server are told of, but of a translated page not', () => {
  const told: unknown[] = []
  const { reportError } = globalThis
  globalThis.reportError = (error) => told.push(error)
  onTestFinished(() => {
    globalThis.reportError = reportError
    document.documentElement.classList.remove('translated-ltr')
  })
  const error = new Error('Minified React error #418')
  tellUntranslated(error)
  document.documentElement.classList.add('translated-ltr')
  tellUntranslated(error)
  expect(told).toEqual([error])
})

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UiScreen } from './ui-screen.tsx'

const client = path.resolve(import.meta.dirname, '..')
const sources = (pattern: string) =>
  globSync(pattern, { cwd: client })
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(path.join(client, file), 'utf8') }))

/** Primitives that the gallery need not show, because they are part of every page or of another primitive. */
const NOT_ALONE = ['ButtonInside', 'ChartTable', 'DialogFrame', 'ToastRegion']

/** Returns the components that a file exports: their names begin with a capital and contain a small letter. */
const componentsIn = (text: string) =>
  [...text.matchAll(/^export (?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(([, name = '']) => name)

test('every primitive of client/ui is in the gallery', () => {
  const shown = sources('dev/gallery/*.tsx')
    .map(({ text }) => text)
    .join('\n')
  const primitives = sources('ui/**/*.tsx').flatMap(({ file, text }) =>
    componentsIn(text).map((name) => ({ file, name })),
  )
  expect(primitives.length).toBeGreaterThan(30)
  const missing = primitives.filter(
    ({ name }) => !NOT_ALONE.includes(name) && !new RegExp(`<${name}\\b`).test(shown),
  )
  expect(missing, 'Show it in its states in a file of client/dev/gallery.').toEqual([])
})

test('every group of the gallery is on the page, once in each colour scheme', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: UiScreen }),
    history: createMemoryHistory({ initialEntries: ['/dev/ui'] }),
  })
  await router.load()
  const html = renderToString(<RouterProvider router={router} />)
  const groups = sources('dev/gallery/*.tsx').flatMap(({ file, text }) =>
    file.endsWith('row.tsx') ? [] : [...text.matchAll(/<Row name="([^"]+)"/g)].map(([, name = '']) => name),
  )
  const times = (words: string) => html.split(`>${words}</h3>`).length - 1
  // Dialogs and toasts lie over the page, so the gallery shows them only once, in the device's colour scheme.
  expect(groups.filter((name) => ![1, 2].includes(times(name)))).toEqual([])
  expect(groups.filter((name) => times(name) === 1)).toEqual([
    'Dialog, by size',
    'Toasts, by tone, and with an action',
  ])
  for (const scheme of ['light', 'dark']) expect(html).toContain(`data-theme="${scheme}"`)
})

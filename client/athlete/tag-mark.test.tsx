import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TAG_IDS } from '../../sync/athlete/tags.ts'
import { TagList } from './tag-list.tsx'
import { TagMark } from './tag-mark.tsx'

test('S1-3.2 every tag of the catalogue has a sign of its own on its kind’s colour, and no icon', () => {
  const signs = new Set<string>()
  const colours = TAG_IDS.map((tag) => {
    const html = renderToStaticMarkup(<TagMark tag={tag} />)
    expect(html, tag).not.toContain('<svg')
    signs.add(html.replace(/<[^>]*>/g, ''))
    return /bg-(\w+)-wash/.exec(html)?.[1]
  })
  expect(signs.size).toBe(TAG_IDS.length)
  expect(Object.fromEntries(TAG_IDS.map((tag, at) => [tag, colours[at]]))).toMatchObject({
    running: 'signal',
    speed_training: 'warning',
    certified_pt: 'success',
  })
  expect(new Set(colours)).toEqual(new Set(['signal', 'warning', 'success']))
})

test('S1-3.4 a tag the catalogue does not know is grey, with the icon of a label', () => {
  const html = renderToStaticMarkup(<TagMark tag="open_water" />)
  expect(html).toMatch(/<svg[^>]*text-muted/)
  expect(html).toMatch(/href="[^"]*#tag"/)
  expect(html).not.toMatch(/bg-(signal|warning|success)/)
  const list = renderToStaticMarkup(<TagList tags={['open_water']} owner="Mia" />)
  expect(list).toContain('open water')
})

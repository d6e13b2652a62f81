import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OpenPictureRequest } from '../../../sync/athlete/picture-request.ts'
import type { PersonDocument } from '../../../sync/collections.ts'
import { Photos } from './photos-section.tsx'

const person = { id: 'x', role: 'creator', firstName: 'Nora', username: 'nora' } as const

function photos(...pictureRequests: Partial<OpenPictureRequest>[]): string {
  const own = {
    firstName: 'Nora',
    lastName: 'Quist',
    pictureUrl: null,
    coverUrls: ['/c1.jpg'],
    pictureRequests,
  }
  return renderToString(<Photos person={person} own={own as unknown as PersonDocument} />)
}
const asked = { id: 'r', place: 'profile', state: 'asked', note: null, pictureId: null } as const

test('S2-2.76 D82 photos are changed by writing to the team; nothing can be chosen that nobody asked for', () => {
  expect(photos()).toMatch(/profile picture or your cover photos.*our team/)
  expect(photos()).toContain('src="/c1.jpg"')
  expect(photos()).not.toContain('type="file"')
})

test('S2-2.76 what the team asked for is chosen here, with what it said of the one before', () => {
  const one = photos(asked, { ...asked, id: 's', place: 'cover2', note: 'Too dark: <b>' })
  expect(one.match(/type="file"/g)).toHaveLength(2)
  expect(one).toContain('New cover photo')
  expect(one).toContain('Too dark: &lt;b&gt;')
  expect(one, 'nothing is sent before one was chosen').not.toContain('Send to the team')
})

test('S2-2.76 what was brought is seen, is said not to be public yet, and can be another one', () => {
  const brought = photos({ ...asked, state: 'brought', pictureId: 'p1' })
  expect(brought).toContain('It is public once they have looked at it')
  expect(brought).toContain('src="/api/brought-picture/p1"')
  expect(brought).toContain('type="file"')
})

test('D115 a fan changes their own picture, without the team', () => {
  const fan = renderToString(<Photos person={{ ...person, role: 'basic' }} own={null} />)
  expect(fan).toContain('type="file"')
  expect(fan).not.toMatch(/cover photos|our team/i)
})

import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { AthleteJoinForm } from '../athlete-join/athlete-join-form.tsx'
import { EMPTY } from '../athlete-join/joining-values.ts'
import { FanJoinForm } from './fan-join-form.tsx'
import { mayJoin } from './may-join.ts'

const athletes = () =>
  renderToString(<AthleteJoinForm begun={{ code: 'CODE', values: EMPTY }} onForget={() => {}} />)
const fans = () => renderToString(<FanJoinForm />)
const submit = (html: string) => html.match(/<button type="submit"[^>]*>/)?.[0]

describe('the forms of a sign-up', () => {
  test('S2-5.6 the hint of a username is as quoted, in both', () => {
    expect(ACCOUNT_COPY.usernameHint).toBe('Must be lowercase letters and numbers only, max 15 characters.')
    for (const html of [athletes(), fans()]) expect(html).toContain(ACCOUNT_COPY.usernameHint)
  })

  test('S2-2.31 S2-2.32 S2-5.3 the hints of country, sport and age', () => {
    const html = athletes()
    expect(html).toContain('Must be your country of residence for tax purposes.')
    expect(html).toMatch(/Not listed\? Choose Other and mention your field in the bio\./)
    expect(html).toContain('You must be at least 15 years old to create an account.')
  })

  test('S2-5.7 S2-5.18 nothing can be sent before the username is one and both passwords are the same', () => {
    for (const html of [athletes(), fans()]) expect(submit(html)).toContain('disabled')
    const good = { username: 'rosa1', isSame: true, problem: undefined }
    expect(mayJoin(good)).toBe(true)
    for (const username of ['', 'Rosa', 'rosa!', 'rosa lind', 'r'.repeat(16), 'rosä'])
      expect(mayJoin({ ...good, username }), username).toBe(false)
    expect(mayJoin({ ...good, isSame: false })).toBe(false)
    expect(mayJoin({ ...good, problem: ACCOUNT_COPY.usernameTaken })).toBe(false)
  })
})

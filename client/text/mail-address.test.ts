import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { email, z } from '../../sync/shape.ts'
import { mailAddress } from './mail-address.ts'

test('ASVS 1.2.2 an email address opens a mail to itself, whatever it holds', () => {
  expect(mailAddress('kim.o+x@fan.test')).toBe('mailto:kim.o%2Bx@fan.test')
  // The whole string is a valid address.
  const hostile = 'x?bcc=thief&body=hello%0d%0a#@evil.test'
  expect(z.safeParse(email(120), hostile).success).toBe(true)
  const { pathname, search, hash } = new URL(mailAddress(hostile))
  expect([decodeURIComponent(pathname), search, hash]).toEqual([hostile, '', ''])
})

test('ASVS 1.2.2 no other place makes such an address', () => {
  const client = path.join(import.meta.dirname, '..')
  const makers = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .filter((name) => readFileSync(path.join(client, name), 'utf8').includes('mailto:'))
  expect(makers).toEqual([path.join('text', 'mail-address.ts')])
})

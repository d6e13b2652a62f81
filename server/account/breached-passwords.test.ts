import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBreachedList, isBreached } from './breached-passwords.ts'
import { hashNewPassword } from './password.ts'

const known = Array.from({ length: 3_000 }, (_, at) => `breached ${at}`)
const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const hashes = known.map(hashOf).toSorted()

let folder: string
let list: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-breached-'))
  list = path.join(folder, 'list.txt')
  // The lines have different lengths and the line ends that the downloader writes.
  await writeFile(list, hashes.map((hash, at) => `${hash}:${10 ** (at % 8)}\r\n`).join(''))
})
afterAll(() => rm(folder, { recursive: true }))

test('ASVS 6.2.12 each password of the list is found, the first and the last too, and no other', async () => {
  const ends = known.filter((each) => [hashes[0], hashes.at(-1)].includes(hashOf(each)))
  for (const password of [...ends, ...known.slice(0, 200)])
    expect(await isBreached(list, password), password).toBe(true)
  for (let at = 0; at < 100; at += 1) expect(await isBreached(list, `nobody's ${at}`)).toBe(false)
  expect(await isBreached(null, 'breached 1')).toBe(false)
})

test('ASVS 6.2.12 nobody may have one of them', async () => {
  const passwords = { hash: async () => 'hashed' } as never
  const owner = { role: 'basic', email: 'a@b.example', username: null, firstName: '', lastName: '' } as const
  const context = { passwords, env: { breachedPasswords: list } }
  expect(await hashNewPassword(context, 'breached 7', owner)).toEqual({
    ok: false,
    refusal: { code: 'password-frequent' },
  })
  expect(await hashNewPassword(context, 'in no list at all', owner)).toEqual({ ok: true, value: 'hashed' })
})

test('a file that is no such list is a mistake that names the variable', async () => {
  await checkBreachedList(list)
  await checkBreachedList(null)
  const words = path.join(folder, 'words.txt')
  await writeFile(words, 'password\n123456\n')
  for (const file of [words, path.join(folder, 'absent.txt')])
    await expect(checkBreachedList(file)).rejects.toThrow(/^BREACHED_PASSWORDS is /)
})

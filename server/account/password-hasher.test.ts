import { scryptSync } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { HashingCrowded } from '../log.ts'
import { aheadOfStrangers, createPasswordHasher, inLine, type PasswordHasher } from './password-hasher.ts'

/** Makes a hasher that finishes each hash only when told to. */
function stoppedHasher() {
  const under: { password: string; end: (error?: Error) => void }[] = []
  const hasher: PasswordHasher = {
    hash: (password) =>
      new Promise((resolve, reject) => {
        under.push({ password, end: (error) => (error ? reject(error) : resolve(`hash of ${password}`)) })
      }),
    verify: async () => true,
    isOutdated: () => false,
  }
  return { hasher, under, names: () => under.map(({ password }) => password) }
}

test('a few hashes are made at once, and the others in the order in which they were asked for', async () => {
  const { hasher, under, names } = stoppedHasher()
  const { hash } = inLine(hasher, { atOnce: 2, most: 10 })
  const all = ['a', 'b', 'c', 'd', 'e'].map(hash)
  expect(names()).toEqual(['a', 'b'])
  under[1]?.end()
  await all[1]
  await expect.poll(names).toEqual(['a', 'b', 'c'])
  // A newcomer does not overtake those who wait.
  all.push(hash('f'))
  for (let next = 2; next < 6; next += 1) {
    await expect.poll(names).toHaveLength(next + 1)
    under[next]?.end()
  }
  under[0]?.end()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `hash of ${name}`))
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('a hash of another form is nobody’s, and no error', async () => {
  const [costly, cheap] = (['strong', 'cheap'] as const).map((passwordHasher) =>
    createPasswordHasher({ passwordHasher }),
  )
  expect(await cheap!.verify('a password', await costly!.hash('a password'))).toBe(false)
})

test('one that fails gives its place to the next', async () => {
  const { hasher, under, names } = stoppedHasher()
  const { hash } = inLine(hasher, { atOnce: 1, most: 10 })
  const [first, second] = [hash('a'), hash('b')]
  under[0]?.end(new Error('no memory'))
  await expect(first).rejects.toThrow('no memory')
  await expect.poll(names).toEqual(['a', 'b'])
  under[1]?.end()
  expect(await second).toBe('hash of b')
})

test('whoever comes to a line that is full is turned away at once, and others keep their place', async () => {
  const { hasher, under, names } = stoppedHasher()
  const line = inLine(hasher, { atOnce: 1, most: 1 })
  const [first, second] = [line.hash('a'), line.hash('b')]
  await expect(line.verify('c', null)).rejects.toThrow(HashingCrowded)
  under[0]?.end()
  await expect.poll(names).toEqual(['a', 'b'])
  under[1]?.end()
  expect(await Promise.all([first, second])).toEqual(['hash of a', 'hash of b'])
})

test('whoever an account knows waits behind no stranger, and is not turned away because of them', async () => {
  const { hasher, under, names } = stoppedHasher()
  const { hash } = inLine(hasher, { atOnce: 1, most: 2 })
  const all = [hash('a'), hash('b'), hash('c')]
  all.push(
    ...['owner', 'athlete'].map((name) =>
      aheadOfStrangers(name, () => Promise.resolve().then(() => hash(name))),
    ),
  )
  const inOrder = ['a', 'owner', 'athlete', 'b', 'c']
  await Promise.resolve()
  for (let next = 0; next < 5; next += 1) {
    await expect.poll(names).toEqual(inOrder.slice(0, next + 1))
    under[next]?.end()
  }
  await Promise.all(all)
})

/** Ends the hashes one after the other, from the place `from` on, and returns whose all of them were, in order. */
async function endAll({ under, names }: ReturnType<typeof stoppedHasher>, count: number, from = 0) {
  for (let next = from; next < count; next += 1) {
    await expect.poll(names).toHaveLength(next + 1)
    under[next]?.end()
  }
  return names()
}

test('however many an account knows, every fourth turn is a stranger’s', async () => {
  const stopped = stoppedHasher()
  const { hash } = inLine(stopped.hasher, { atOnce: 1, most: 20 })
  const all = ['at work', 's1', 's2'].map(hash)
  for (let n = 1; n <= 9; n += 1) all.push(aheadOfStrangers(`account ${n}`, () => hash(`k${n}`)))
  const inOrder = ['at work', 'k1', 'k2', 'k3', 's1', 'k4', 'k5', 'k6', 's2', 'k7', 'k8', 'k9']
  expect(await endAll(stopped, inOrder.length)).toEqual(inOrder)
  await Promise.all(all)
})

test('of one account a hash at a time goes ahead of strangers, and the others take their turn with them', async () => {
  const stopped = stoppedHasher()
  const { hash } = inLine(stopped.hasher, { atOnce: 1, most: 20 })
  const all = ['at work', 's1'].map(hash)
  for (const name of ['a1', 'a2', 'a3']) all.push(aheadOfStrangers('account a', () => hash(name)))
  all.push(hash('s2'))
  all.push(aheadOfStrangers('account b', () => hash('b1')))
  const inOrder = ['at work', 'a1', 'b1', 's1', 'a2', 'a3', 's2']
  expect(await endAll(stopped, inOrder.length)).toEqual(inOrder)
  await Promise.all(all)
  // its turn is over, so the next one of it goes ahead again
  all.push(
    hash('c'),
    hash('s3'),
    aheadOfStrangers('account a', () => hash('a4')),
  )
  expect((await endAll(stopped, 10, 7)).slice(7)).toEqual(['c', 'a4', 's3'])
  await Promise.all(all)
})

test('ASVS 11.4.2 a password is made costly by scrypt with N 2^15, r 8, p 3, and one of before still opens', async () => {
  const { hash, verify, isOutdated } = createPasswordHasher({ passwordHasher: 'strong' })
  const made = await hash('correct horse')
  const [, , , salt = '', key = ''] = made.split('$')
  expect(made).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{86}$/)
  const cost = { N: 32_768, r: 8, p: 3, maxmem: 2 ** 26 }
  expect(scryptSync('correct horse', Buffer.from(salt, 'base64url'), 64, cost).toString('base64url')).toBe(
    key,
  )
  const former = await hashPassword('correct horse')
  expect([isOutdated(made), isOutdated(former)]).toEqual([false, true])
  expect(await verify('correct horse', made)).toBe(true)
  expect(await verify('correct Horse', made)).toBe(false)
  expect(await verify('correct horse', former)).toBe(true)
})

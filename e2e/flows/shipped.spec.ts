import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'

const CLIENT = join(import.meta.dirname, '../../dist/client')
/**
 * A local address with a port, which code could call. A bare `localhost` is excluded, because libraries compare
 * with it.
 */
const LOCAL_ADDRESS = /(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]):\d+/
const SECRETS =
  /\bsk_(test|live)_|\brk_(test|live)_|whsec_|postgres(ql)?:\/\/|-----BEGIN|APP_SECRET|VAPID_PRIVATE/

async function shippedFiles(): Promise<Map<string, string>> {
  const names = await readdir(CLIENT, { recursive: true })
  const texts = names.filter((name) => /\.(js|css|html|json|webmanifest|txt|svg)$/.test(name))
  return new Map(
    await Promise.all(
      texts.map(async (name) => [name, await readFile(join(CLIENT, name), 'utf8')] as [string, string]),
    ),
  )
}

test('S2-7.5 D47 no shipped file calls a local address', async () => {
  const files = await shippedFiles()
  expect(files.size).toBeGreaterThan(20)
  for (const [name, text] of files) expect(LOCAL_ADDRESS.exec(text)?.[0], name).toBeUndefined()
})

test('S2-9.28 D28 nothing but publishable keys is in the shipped files and pages', async ({
  server,
  visit,
}) => {
  const secret = await readFile(join(server.dataDir, 'secret'), 'utf8')
  const files = await shippedFiles()
  const page = await visit()
  for (const path of ['/', '/ask', '/ask/athlete', '/signin'])
    files.set(path, await (await page.request.get(path)).text())
  for (const [name, text] of files) {
    expect(SECRETS.exec(text)?.[0], name).toBeUndefined()
    expect(text.includes(secret) || text.includes(server.password), name).toBe(false)
  }
})

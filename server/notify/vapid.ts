import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '../env.ts'
import { makeVapidKeys } from './push-sender.ts'

/**
 * Returns the keys that sign push messages: configured, or made at the first start and kept, because subscriptions
 * depend on them.
 */
export async function loadVapid(
  env: Env,
): Promise<{ publicKey: string; privateKey: string; contact: string }> {
  const contact = `mailto:${env.supportEmail}`
  if (env.vapid) return { ...env.vapid, contact }
  const file = path.join(env.dataDir, 'vapid.json')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return { ...(JSON.parse(kept) as { publicKey: string; privateKey: string }), contact }
  const keys = makeVapidKeys()
  await writeFile(`${file}.new`, JSON.stringify(keys), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return { ...keys, contact }
}

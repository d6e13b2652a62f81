import { setTimeout as sleep } from 'node:timers/promises'
import { CALLS } from '../../../sync/paths.ts'
import type { Ground } from './ground.ts'
import { fetchText } from './http-client.ts'
import { type Measured, quantile, timed } from './measured.ts'

const CHECKS = 500
const PINGS_BEFORE = 50
const EVERY_MS = 50
const MOST_MS = 100

/** Measures how long `/readyz` takes while 500 password checks are in flight, against an idle server. */
export async function measurePasswords({ server }: Ground): Promise<Measured[]> {
  const ping = () => timed(() => fetchText(server.port, '/readyz'))
  await ping()
  const floor: number[] = []
  for (let n = 0; n < PINGS_BEFORE; n += 1) floor.push(await ping())
  const ours: number[] = []
  let left = CHECKS
  const checks = Array.from({ length: CHECKS }, (_, n) =>
    checkPassword(server.port, n).finally(() => void left--),
  )
  while (left > 0) {
    ours.push(await ping())
    await sleep(EVERY_MS)
  }
  await Promise.all(checks)
  return ([0.5, 0.99] as const).map((share) => ({
    figure: `readyz, ${CHECKS} password checks in flight`,
    unit: `ms p${share * 100}`,
    ours: [quantile(ours, share)],
    floor: [quantile(floor, share)],
    against: 'nothing in line',
    ...(share === 0.99 && { bar: { of: 'ours', most: MOST_MS } as const }),
  }))
}

/** Sends a wrong password for an unknown address, to one of two calls in turn. */
async function checkPassword(port: number, n: number): Promise<void> {
  const email = `nobody${n}@bench.test`
  const [path, call, status] =
    n % 2 === 0
      ? ['/api/auth/sign-in/email', { email, password: 'not this one' }, 401]
      : [CALLS.changePassword, { email, currentPassword: 'not this', newPassword: 'a better password' }, 422]
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
    body: JSON.stringify(call),
  })
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

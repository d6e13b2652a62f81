import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { plainEnv } from '../../db/embedded-cluster.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './program.ts'

const run = promisify(execFile)

/** Of the user that a gateway is made with. */
export const KEYS = { accessKeyId: 'testkey', secretAccessKey: 'a secret for tests' }

export type Gateway = {
  endpoint: string
  /** Runs `radosgw-admin` on it. */
  admin(...args: string[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Ceph's object gateway on a cluster of one monitor and one store in memory, all of this machine. `detached`: Ctrl-C in
 * the terminal is not for it.
 */
export async function startGateway({ detached = false } = {}): Promise<Gateway> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-ceph-'))
  const [monitor, port] = [await freePort(), await freePort()]
  const [cluster, store] = [randomUUID(), randomUUID()]
  for (const name of ['mon', 'osd', 'run']) await mkdir(path.join(dir, name))
  const config = path.join(dir, 'ceph.conf')
  await writeFile(config, configOf(dir, { cluster, monitor, port }))
  const ceph = (program: string, ...args: string[]) =>
    run(program, ['-c', config, ...args], { env: plainEnv(), timeout: 60_000 })
  const started: ReturnType<typeof startProgram>[] = []
  const start = (program: string, ...args: string[]) =>
    void started.push(startProgram(program, ['-c', config, '-f', ...args], { env: plainEnv(), detached }))
  const stop = async () => {
    for (const each of started.toReversed()) {
      const ended = each.exitCode === null && each.signalCode === null ? once(each, 'exit') : null
      each.kill('SIGKILL')
      await ended
    }
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const map = path.join(dir, 'monmap')
    await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map])
    await ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map)
    start('ceph-mon', '-i', 'a')
    await ceph('ceph', 'osd', 'new', store, '0')
    await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store)
    start('ceph-osd', '-i', '0')
    await ceph('ceph', 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=a')
    const admin = async (...args: string[]) => void (await ceph('radosgw-admin', ...args))
    const { accessKeyId, secretAccessKey } = KEYS
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
    await admin('user', 'create', '--uid=infield', '--display-name=infield', ...keys)
    start('radosgw', '-n', 'client.rgw', '--no-mon-config')
    const endpoint = `http://127.0.0.1:${port}`
    await answers(endpoint)
    return { endpoint, admin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Cluster = { cluster: string; monitor: number; port: number }

const configOf = (dir: string, { cluster, monitor, port }: Cluster) => `
[global]
fsid = ${cluster}
mon host = [v2:127.0.0.1:${monitor}/0]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${dir}/run
admin socket = ${dir}/run/$name.$pid.asok
log file = ${dir}/$name.log
osd pool default size = 1
osd pool default min size = 1
osd crush chooseleaf type = 0
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
mon data avail warn = 2
osd objectstore = memstore
memstore device bytes = 2147483648
[mon.a]
mon data = ${dir}/mon
mon initial members = a
[osd.0]
osd data = ${dir}/osd
[client.rgw]
ms mon client mode = crc
auth client required = none
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 16
rgw dns name = 127.0.0.1
`

const PATIENCE_MS = 60_000

async function answers(endpoint: string): Promise<void> {
  const over = AbortSignal.timeout(PATIENCE_MS)
  for (;;) {
    const answer = await fetch(endpoint, { signal: over }).catch(() => null)
    if (answer?.ok) return
    if (over.aborted) throw new Error('the gateway did not come up')
    await once(AbortSignal.timeout(200), 'abort')
  }
}

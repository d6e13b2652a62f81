import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pause } from '../../pause.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './program.ts'

export type Balancer = {
  /** One port for each server: requests go to that server, and to the others only while it is away. */
  ports: number[]
  stop(): Promise<void>
}

/** The header of answers that the proxy itself makes, because no server answered. */
export const OF_BALANCER = 'x-of-balancer'

const PATIENCE_MS = 10_000

/**
 * Starts haproxy in front of servers at these ports, configured as in `server/deploy/haproxy.cfg`: it checks often
 * whether each server is ready, and tries another one when the first accepts no connection. `detached` keeps Ctrl-C in
 * the terminal from ending it.
 */
export async function startBalancer(
  program: string,
  servers: readonly number[],
  { detached = false } = {},
): Promise<Balancer> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-balancer-'))
  const ports: number[] = []
  for (const _ of servers) ports.push(await freePort())
  const config = path.join(dir, 'haproxy.cfg')
  await writeFile(config, configOf(ports, servers))
  const child = startProgram(program, ['-db', '-q', '-f', config], { detached })
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : null
    child.kill('SIGKILL')
    await ended
    await rm(dir, { recursive: true, force: true })
  }
  for (const until = Date.now() + PATIENCE_MS; !(await listens(ports[0] ?? 0)); await pause(50)) {
    if (child.exitCode === null && Date.now() < until) continue
    await stop()
    throw new Error('haproxy did not come up')
  }
  return { ports, stop }
}

const listens = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )

/** Returns the configuration. Each server is checked once, however many frontends lead to it. */
function configOf(ports: readonly number[], servers: readonly number[]): string {
  const backends = ports.map((port, first) => {
    const others = servers.map((_, n) => n).filter((n) => n !== first)
    const line = (n: number) => `  server s${n} 127.0.0.1:${servers[n]} track watched/s${n}`
    return `
frontend way${first}
  bind 127.0.0.1:${port}
  default_backend servers${first}

backend servers${first}
${[line(first), ...others.map((n) => `${line(n)} backup`)].join('\n')}
`
  })
  return `
global
  maxconn 400

defaults
  mode http
  timeout connect 1s
  timeout client 120s
  timeout server 120s
  timeout check 2s
  option redispatch
  retries 2
${[500, 502, 503, 504].map((status) => `  http-error status ${status} hdr ${OF_BALANCER} yes`).join('\n')}

backend watched
  option httpchk
  # outside production a server answers whoever asks it by the name of this machine, and not as an old proxy does
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr host 127.0.0.1
  http-check expect status 200
  default-server check inter 200ms fall 1 rise 1
${servers.map((port, n) => `  server s${n} 127.0.0.1:${port}`).join('\n')}
${backends.join('')}`
}

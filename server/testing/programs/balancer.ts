import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pause } from '../../pause.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './program.ts'

export type Balancer = {
  /** Of each server the port at which it is asked first, and the others only while it is away. */
  ports: number[]
  stop(): Promise<void>
}

/** What the proxy says for itself, where no server said anything, bears this. */
export const OF_BALANCER = 'x-of-balancer'

const PATIENCE_MS = 10_000

/**
 * An haproxy before servers at these ports, with the ways of `server/deploy/haproxy.cfg`: it looks often whether each is
 * ready, and asks another one where the first takes no connection. `detached`: Ctrl-C in the terminal is not for it.
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

/** Each server is looked at once, however many stand behind a way to it. */
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

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { BrokerAddress } from '../../env-operations.ts'
import { freePort } from '../programs/free-port.ts'
import { startProgram } from '../programs/program.ts'

export type BrokerProcess = {
  address: BrokerAddress
  start(): void
  /** Kills the broker, as a power cut does. */
  kill(): Promise<void>
  /** Freezes the broker, which then lives and says nothing, as behind a network that swallows everything. */
  freeze(): void
  thaw(): void
}

/** The files with which a broker speaks TLS. */
export type KeyFiles = { cert: string; key: string }

/**
 * Starts a broker on this machine, which keeps nothing on the disk and comes back at the same address. With a
 * certificate it speaks only TLS, and refuses clients without the password `secret`. `detached` keeps Ctrl-C in the
 * terminal from ending it.
 */
export async function startBrokerProcess(
  kind: 'nats' | 'redis',
  program: string,
  { files, detached = false }: { files?: KeyFiles; detached?: boolean } = {},
): Promise<BrokerProcess> {
  const port = await freePort()
  const args = [...PLAIN[kind](String(port)), ...(files ? ENCRYPTED[kind](String(port), files) : [])]
  let child: ChildProcess
  const start = () => {
    child = startProgram(program, args, { detached })
  }
  start()
  return {
    address: {
      kind,
      hosts: [`${files ? 'localhost' : '127.0.0.1'}:${port}`],
      isEncrypted: files !== undefined,
      caFile: files?.cert ?? null,
      user: kind === 'nats' && files ? 'infield' : null,
      password: files ? SECRET : null,
    },
    start,
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

const SECRET = 'secret'

const PLAIN = {
  nats: (port: string) => ['-a', '127.0.0.1', '-p', port],
  redis: (port: string) => ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'],
}

const ENCRYPTED = {
  nats: (_: string, { cert, key }: KeyFiles) => [
    ...['--tls', '--tlscert', cert, '--tlskey', key],
    ...['--user', 'infield', '--pass', SECRET],
  ],
  redis: (port: string, { cert, key }: KeyFiles) => [
    ...['--port', '0', '--tls-port', port, '--tls-auth-clients', 'no'],
    ...['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert],
    ...['--requirepass', SECRET],
  ],
}

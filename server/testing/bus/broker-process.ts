import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { BrokerAddress } from '../../env-operations.ts'

export type BrokerProcess = {
  address: BrokerAddress
  start(): void
  /** Killed, as by whoever pulls the plug. */
  kill(): Promise<void>
  /** Lives and says nothing, as behind a network that swallows everything. */
  freeze(): void
  thaw(): void
}

/** A broker of this machine, which keeps nothing on the disk; it comes back at the same address. */
export async function startBrokerProcess(kind: 'nats' | 'redis', program: string): Promise<BrokerProcess> {
  const port = await freePort()
  const args =
    kind === 'nats'
      ? ['-a', '127.0.0.1', '-p', String(port)]
      : ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp']
  let child: ChildProcess
  const start = () => {
    child = spawn(program, args, { stdio: 'ignore' })
  }
  start()
  return {
    address: { kind, hosts: [`127.0.0.1:${port}`], isEncrypted: false, user: null, password: null },
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

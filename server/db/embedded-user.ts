import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import os from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How to start a program as a user that Postgres accepts: a command in front of it, or other ids. */
export type RunAs = { wrap: string[]; ids: { uid?: number; gid?: number } }

const asOneself: RunAs = { wrap: [], ids: {} }

/**
 * Chooses the user to run Postgres as, because it refuses root and users without a name. On Linux a user
 * namespace makes either look like an ordinary user, which also works below a private home and leaves the files
 * with their owner. Where namespaces are forbidden (Docker's default profile), root uses the system user
 * `postgres`, which is made if necessary. A folder that belongs to another user is used as that user.
 */
export async function userForPostgres(dir: string): Promise<RunAs> {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return asOneself
  const made = await stat(dir).catch(() => null)
  if (isRoot && made && made.uid !== 0) return { wrap: [], ids: { uid: made.uid, gid: made.gid } }
  const namespace = await ordinaryNamespace()
  if (await succeeds([...namespace, 'true'])) return { wrap: namespace, ids: {} }
  return isRoot ? { wrap: [], ids: await postgresUser() } : asOneself
}

/** Runs one program as that user and returns its output. */
export function runAs({ wrap, ids }: RunAs, command: string[], env: NodeJS.ProcessEnv) {
  const [program, ...args] = [...wrap, ...command]
  return run(program as string, args, { ...ids, env })
}

function hasName() {
  try {
    return os.userInfo().username !== ''
  } catch {
    return false
  }
}

/** Returns the command for a namespace with any named user; nothing inside depends on which. */
async function ordinaryNamespace() {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const uid =
    users
      .split('\n')
      .map((line) => line.split(':')[2])
      .find((id) => Number(id) > 0) ?? '65534'
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${uid}`]
}

async function postgresUser() {
  try {
    if (!(await succeeds(['id', '-u', 'postgres']))) {
      await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    }
    const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
    return { uid: await idOf('-u'), gid: await idOf('-g') }
  } catch (error) {
    throw new Error(
      'The built-in database does not run as root and there is no user "postgres" to take: start as an ordinary ' +
        'user, or set DATABASE_URL to a Postgres 17 or 18 of your own.',
      { cause: error },
    )
  }
}

async function succeeds([program, ...args]: string[]) {
  return run(program as string, args).then(
    () => true,
    () => false,
  )
}

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type RunAs, runAs } from './embedded-user.ts'
import { isAlive, readPid } from './lock-file.ts'

/** The paths of one cluster. */
export type Cluster = {
  dir: string
  data: string
  /** The folder of the Unix socket, which clients use as the host. */
  socketDir: string
  socket: string
  log: string
  lock: string
  /** Names the process that owns the server: when it ends, the server stops. */
  ownerFile: string
}

// The system's limit for a socket's path is 104 bytes on macOS and 108 on Linux.
const maxSocketPath = 100

export function clusterIn(folder: string): Cluster {
  const dir = path.resolve(folder)
  const short = createHash('sha256').update(dir).digest('hex').slice(0, 16)
  const fits = Buffer.byteLength(path.join(dir, '.s.PGSQL.5432')) <= maxSocketPath
  const socketDir = fits ? dir : path.join(os.tmpdir(), `pg-${short}`)
  return {
    dir,
    data: path.join(dir, 'pg18'),
    socketDir,
    socket: path.join(socketDir, '.s.PGSQL.5432'),
    log: path.join(dir, 'postgres.log'),
    lock: path.join(dir, 'start.lock'),
    ownerFile: path.join(dir, 'owner.pid'),
  }
}

/**
 * Makes the folders, private to the user that runs Postgres. Refuses a socket folder that belongs to another
 * user.
 */
export async function makeFolders({ dir, socketDir }: Cluster, { ids }: RunAs) {
  for (const folder of new Set([dir, socketDir])) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (ids.uid !== undefined && ids.gid !== undefined) await chown(folder, ids.uid, ids.gid)
    } catch (error) {
      const reason = (error as Error).message
      throw new Error(`There is no folder for the database (${reason}): set DATA_DIR to one.`, {
        cause: error,
      })
    }
    const { uid } = await lstat(folder)
    if (process.getuid && uid !== (ids.uid ?? process.getuid())) {
      throw new Error(
        `${folder} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
      )
    }
  }
}

/**
 * Makes the cluster under another name and then renames it, so that a crash during initdb leaves no half-made
 * cluster.
 */
export async function makeCluster(cluster: Cluster, user: RunAs, initdb: string[]) {
  const unfinished = (await readdir(cluster.dir)).filter((name) => name.startsWith('pg18.new-'))
  // With retries, because the initdb of a killed process may still be writing.
  for (const name of unfinished) {
    await rm(path.join(cluster.dir, name), { recursive: true, force: true, maxRetries: 10 })
  }
  const fresh = `${cluster.data}.new-${process.pid}`
  try {
    await runAs(user, [...initdb, '-D', fresh], plainEnv())
  } catch (error) {
    throw new Error(`The built-in database could not be set up in ${cluster.dir}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
  await rename(fresh, cluster.data)
}

/** Returns the environment without PGPORT, PGDATA and the like, because the shell sets them for another server. */
export function plainEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

function reasonOf(error: unknown) {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
  if (code === 'ENOENT')
    return 'its programs do not run on this system (they need glibc). Set DATABASE_URL instead.'
  if (code === 'EACCES' || /permission denied/i.test(stderr)) {
    return 'the user it runs as may not enter this folder. Start as an ordinary user, or set DATABASE_URL.'
  }
  return stderr.trim().split('\n').at(0) || String(error)
}

/** Checks whether the cluster can be used: it is up, and its owner process is alive. */
export async function isServing(cluster: Cluster): Promise<boolean> {
  return (await isReady(cluster)) && (await hasOwner(cluster))
}

/**
 * Checks whether the server is ready. A socket that accepts is not enough (57P03, starting up): line 8 of
 * postmaster.pid says when it is ready.
 */
export async function isReady({ data, socket }: Cluster): Promise<boolean> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (lines[7]?.trim() !== 'ready') return false
  return new Promise((resolve) => {
    const probe = createConnection(socket)
    probe.once('error', () => resolve(false))
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
  })
}

export async function hasOwner({ ownerFile }: Cluster): Promise<boolean> {
  const owner = await readPid(ownerFile)
  return owner !== undefined && (await isAlive(owner))
}

/**
 * Returns the running postmaster of this cluster. The number in postmaster.pid alone is not reliable: after a
 * hard kill it may belong to a zombie or, in a container, to another program, whereas the real one has the data
 * folder as its current folder.
 */
export async function runningPostmaster({ data }: Cluster): Promise<number | undefined> {
  const pid = await readPid(path.join(data, 'postmaster.pid'))
  if (pid === undefined || !(await isAlive(pid))) return undefined
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    return cwd === (await realpath(data)) ? pid : undefined
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') ? pid : undefined
}

/** Removes the files that a killed postmaster leaves behind, because Postgres would refuse to start with them. */
export async function clearLeftovers({ data, socket }: Cluster) {
  for (const file of [path.join(data, 'postmaster.pid'), `${socket}.lock`]) await rm(file, { force: true })
}

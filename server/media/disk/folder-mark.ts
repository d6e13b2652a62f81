import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Room } from '../../disk-room.ts'
import { AMPLE } from '../room.ts'
import type { MarkPlace } from '../storage.ts'

const MARK = 'infield-store.json'

/** Returns access to the mark of a folder of files. */
export function folderMark(dir: string, room: () => Promise<Room> = async () => AMPLE): MarkPlace {
  return {
    called: `The folder ${dir}`,
    variable: 'DATA_DIR',
    ifLost: 'Mount the volume that holds them, or set DATA_DIR to its folder.',
    read: () =>
      readFile(path.join(dir, MARK), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    async write(text) {
      const draft = path.join(dir, `.${MARK}-${randomUUID()}`)
      try {
        await writeFile(draft, text, { mode: 0o600 })
        await rename(draft, path.join(dir, MARK))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw error
      }
    },
    isEmpty: async () => (await readdir(path.join(dir, 'served')).catch(() => [])).length === 0,
    room,
  }
}

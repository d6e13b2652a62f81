import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import type { Film } from '../media/corpus/films.ts'
import { refusedWords } from '../media/corpus/refused-words.ts'
import type { Visit } from './visit.ts'

/** File names like those of real people's files. */
const NAMES = [`🏃‍♀️ Übung ${'sehr '.repeat(40)}lang`, 'IMG_0042', 'video (1) copy.final', '練習']
/** How long to wait, because some broken files keep a reader busy until it is ended. */
const PATIENCE = { timeout: 180_000, intervals: [100, 250] }

/** The app's reaction to a file: it kept the file, or said why not. */
type Verdict = { isKept: boolean; problem: string }

/**
 * Chooses the files one after another and checks the app's reaction to each. `prepare` opens a page with a file
 * field.
 */
export async function tryFiles(
  visit: Visit,
  films: readonly Film[],
  prepare: () => Promise<void>,
): Promise<void> {
  for (const [place, film] of films.entries()) {
    await prepare()
    await withFile(film, NAMES[place % NAMES.length] ?? film.name, async (path) => {
      expectVerdict(film, await verdictOf(visit, path))
    })
  }
}

/** Writes a file that exists while `use` runs. */
export async function withFile<T>(film: Film, name: string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'infield-file-'))
  // Cut the name to a length that file systems accept.
  const path = join(folder, `${Buffer.from(name).subarray(0, 200).toString().replaceAll('�', '')}.mp4`)
  try {
    await writeFile(path, await film.make())
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Chooses a film and waits until the app keeps it or says why not. */
export async function verdictOf(visit: Visit, path: string): Promise<Verdict> {
  const before = await visit.window.run(keptTakes)
  await visit.giveFile('Video file', path)
  let verdict: Verdict | null = null
  const isSaid = async () => {
    const isKept = (await visit.window.run(keptTakes)).some((id) => !before.includes(id))
    const problem = await visit.window.run(readProblem)
    // The app asks before it sends only one of several sound tracks.
    if (problem.includes('sound tracks')) await visit.press({ button: 'Send that one' })
    else if (isKept || problem) verdict = { isKept, problem }
    return verdict !== null
  }
  await expect.poll(isSaid, { message: `what becomes of ${path}`, ...PATIENCE }).toBe(true)
  // The screen follows the database, and until then it still has the field of the file before.
  if (verdict!.isKept) await visit.sees('Saved on this device')
  return verdict!
}

/** Checks that the app keeps what its server accepts, and gives the right reason for the rest. */
function expectVerdict(film: Film, { isKept, problem }: Verdict): void {
  const words = refusedWords(film)
  if (words !== null) expect([film.name, isKept, problem]).toEqual([film.name, false, words])
  else if (film.fate !== null) expect([film.name, isKept, problem]).toEqual([film.name, true, ''])
}

/** Runs in the page: returns the ids of the takes kept on this device. */
async function keptTakes(): Promise<string[]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const kept: string[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('device-')) continue
    const database = await done(indexedDB.open(name))
    if (database.objectStoreNames.contains('takes')) {
      const takes = await done(database.transaction('takes').objectStore('takes').getAll())
      for (const { id, state } of takes) if (state === 'kept') kept.push(id)
    }
    database.close()
  }
  return kept
}

/** Runs in the page: returns the message about the last file, a problem or a decision. */
function readProblem(): string {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  // Skip alerts with a link, because they say that this browser cannot show a kept video, which is not the file's
  // fault.
  const said = [...modal.querySelectorAll('[role=alert]')].filter((element) => !element.querySelector('a'))
  return said.map((element) => element.textContent.trim()).find((text) => text !== '') ?? ''
}

import { writeFile } from 'node:fs/promises'
import type { TestInfo } from 'playwright/test'
import { openBooks } from '../books.ts'
import type { Line } from '../proxy.ts'
import type { Server } from '../server.ts'
import type { Engine } from './engine.ts'
import { Visit } from './visit.ts'
import type { Walk } from './walk.ts'

type Place = { engine: Engine; server: Server; line: Line }

/** Runs a walk in a window of its own, and saves a picture of the window when the walk fails. */
export async function inWindow(
  { engine, server, line }: Place,
  testInfo: TestInfo,
  work: (walk: Walk) => Promise<void>,
): Promise<void> {
  const books = openBooks(server)
  const window = await engine.open()
  const visit = new Visit(window, line.address)
  try {
    await work({ visit, line, server, books, hasCamera: engine.hasCamera })
  } catch (error) {
    // A window that hangs gives no picture, and the original error must still be reported.
    const picture = await window.picture().catch(() => null)
    if (picture) await writeFile(testInfo.outputPath('window.png'), picture)
    throw error
  } finally {
    await window.close()
    await books.close()
  }
}

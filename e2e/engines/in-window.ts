import { writeFile } from 'node:fs/promises'
import type { TestInfo } from 'playwright/test'
import { openBooks } from '../books.ts'
import type { Line } from '../proxy.ts'
import type { Server } from '../server.ts'
import type { Engine } from './engine.ts'
import { Visit } from './visit.ts'
import type { Walk } from './walk.ts'

type Place = { engine: Engine; server: Server; line: Line }

/** Walks in a window of its own; what it showed is kept where the walk fails. */
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
    // a window that hangs has no picture, and what failed is to be told all the same
    const picture = await window.picture().catch(() => null)
    if (picture) await writeFile(testInfo.outputPath('window.png'), picture)
    throw error
  } finally {
    await window.close()
    await books.close()
  }
}

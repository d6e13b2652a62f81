import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const built = 'dist/client'
const maxBytes = 100_000

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[] }
type Manifest = Record<string, Chunk>

/** Collects the files that a public page loads: the entry, its own screen, and whatever either imports statically. */
function collectFiles(manifest: Manifest, keys: string[], files = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (chunk === undefined || files.has(chunk.file)) continue
    files.add(chunk.file)
    collectFiles(manifest, chunk.imports ?? [], files)
  }
  return files
}

/**
 * Returns the compressed size of a file. Compresses only the smallest files, because the build has compressed all
 * others.
 */
async function compressedBytes(file: string): Promise<number> {
  const path = join(built, file)
  const ready = await stat(`${path}.br`).catch(() => null)
  return ready?.size ?? brotliCompressSync(await readFile(path)).length
}

async function countBytes(files: Iterable<string>): Promise<number> {
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const sizes = await Promise.all(scripts.map(compressedBytes))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const manifest: Manifest = JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8'))
const entries = Object.keys(manifest).filter((key) => key.endsWith('.html'))
const screens = Object.keys(manifest).filter((key) => key.startsWith('pages/'))

for (const screen of screens.length > 0 ? screens : entries) {
  const bytes = await countBytes(collectFiles(manifest, [...entries, screen]))
  console.log(
    `${screen}: ${(bytes / 1000).toFixed(1)} kB of script before interaction (${maxBytes / 1000} kB)`,
  )
  if (bytes > maxBytes) process.exitCode = 1
}

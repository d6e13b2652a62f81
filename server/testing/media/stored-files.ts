import type { World } from '../world.ts'

/** Returns the names of all video files that the server keeps, uploads and served files alike. */
export async function storedFiles({ context: { blobs } }: Pick<World, 'context'>): Promise<string[]> {
  const names: string[] = []
  for (const area of ['uploads', 'served'] as const)
    for await (const { key } of blobs.list(area)) names.push(`${area}/${key}`)
  return names
}

import type { World } from '../world.ts'

/** The names of every video file the server keeps, what was sent and what is played. */
export async function storedFiles({ context: { blobs } }: Pick<World, 'context'>): Promise<string[]> {
  const names: string[] = []
  for (const area of ['uploads', 'served'] as const)
    for await (const { key } of blobs.list(area)) names.push(`${area}/${key}`)
  return names
}

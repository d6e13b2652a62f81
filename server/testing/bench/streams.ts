import type { Ground } from './ground.ts'
import { bareStreamOf, streamOf, weightOf, withStreams } from './live.ts'
import type { Measured } from './measured.ts'
import { makeMembers } from './people.ts'

const STREAMS = 10_000
/** How many streams each session opens, fewer than the server's limit for one session. */
const STREAMS_EACH = 10
const MOST_KIB = 25

/** Measures the memory of an idle stream when very many are open. */
export async function measureStreams(ground: Ground): Promise<Measured[]> {
  const members = await makeMembers(ground, { role: 'basic', count: STREAMS / STREAMS_EACH })
  const owners = members.flatMap((member) => Array.from({ length: STREAMS_EACH }, () => member))
  const ours = await withStreams(ground.server, owners.map(streamOf), async () => ({
    memory: await ground.server.memory(),
  }))
  const bare = await withStreams(ground.bare, owners.map(bareStreamOf), async () => ({
    memory: await ground.bare.memory(),
  }))
  return [{ ...weightOf(STREAMS, ours, bare), bar: { of: 'ours', most: MOST_KIB } }]
}

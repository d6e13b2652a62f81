import type { StreamEvent } from '../../../sync/protocol.ts'
import { type Hub, startHub } from '../../sync/hub.ts'
import type { Person, World } from '../world.ts'

export type Server = { hub: Hub }

/** Starts a hub that stands for another server process of a world, as far as its streams go. */
export async function connect(
  { context }: World,
  bus: NonNullable<Parameters<typeof startHub>[1]>['bus'] | null,
): Promise<Server> {
  return { hub: await startHub(context, bus ? { bus } : {}) }
}

/** Opens a stream, waits until it is ready, and returns the list to which all its events are added. */
export async function listenTo(
  { hub }: Server,
  who: { reader: string; sessionId: string; desk: boolean },
): Promise<StreamEvent[]> {
  const told: StreamEvent[] = []
  const ready = Promise.withResolvers<void>()
  hub.add({
    ...who,
    send(event) {
      told.push(event)
      if (event.event === 'ready') ready.resolve()
      return true
    },
    close: ready.resolve,
  })
  await ready.promise
  return told
}

/** Changes what a person sees of themselves. */
export async function changed({ database }: World, { id }: Person): Promise<void> {
  await database.sql`update person set bio = bio || 'x' where id = ${id}`
}

export async function sessionOf({ database }: World, { id }: Person): Promise<string> {
  const [session] = await database.sql<{ id: string }[]>`
    select s.id from auth.session s join person p on p.auth_id = s."userId"::text where p.id = ${id}`
  return session?.id ?? ''
}

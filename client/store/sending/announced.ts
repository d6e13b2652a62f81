import type { Device, OutboxRow } from '../device.ts'

/** A take that is not on its way any more leaves its question to another; inside a transaction on `outbox`. */
export async function freeQuestion({ outbox }: Device, takeId: string): Promise<void> {
  await outbox
    .orderBy('answering')
    .and(({ args }) => (args.video as { id?: string } | undefined)?.id === takeId)
    .modify((row) => {
      delete row.answering
    })
}

/** Whether a take's bytes are here; counted and not opened, because an opened video outlives its deletion. */
export async function hasVideo({ videos }: Device, takeId: string): Promise<boolean> {
  return (await videos.where({ id: takeId }).count()) > 0
}

/**
 * The entries without those that announce a video nobody has heard of and that is not here: these go. For a
 * transaction on the outbox, the takes and the videos.
 */
export async function dropBare(device: Device, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const whole: OutboxRow[] = []
  for (const row of rows) {
    const { id } = (row.args.video ?? {}) as { id?: string }
    if (!row.answering || row.tries > 0 || !id || (await hasVideo(device, id))) whole.push(row)
    else {
      await device.outbox.delete(row.counter)
      await device.takes.delete(id)
    }
  }
  return whole
}

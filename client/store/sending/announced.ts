import type { Device } from '../device.ts'

/** A take that is not on its way any more leaves its question to another; inside a transaction on `outbox`. */
export async function freeQuestion({ outbox }: Device, takeId: string): Promise<void> {
  await outbox
    .orderBy('answering')
    .and(({ args }) => (args.video as { id?: string } | undefined)?.id === takeId)
    .modify((row) => {
      delete row.answering
    })
}

import type { Transaction } from 'dexie'
import type { DraftRow, KeptRow, OutboxRow, TakeRow, ToldDraftRow } from './device.ts'

/** A draft row as version 1 of the database stored it. */
type FirstDraftRow = DraftRow & { serverId: string; base: number; untold?: boolean }

/** Upgrades to version 2: moves what the server was told of a draft into a table of its own. */
export async function partDrafts(transaction: Transaction): Promise<void> {
  const rows: FirstDraftRow[] = await transaction.table('drafts').toArray()
  for (const { serverId, base, untold, ...draft } of rows) {
    await transaction.table('drafts').put(draft)
    const told: ToldDraftRow = { id: draft.id, serverId, base, body: untold ? null : draft.body }
    await transaction.table('toldDrafts').put(told)
  }
}

/**
 * Upgrades to version 3: records on an answer's entry which question it answers, at most one entry for each
 * question, as the new unique index requires.
 */
export async function nameAnswered(transaction: Transaction): Promise<void> {
  const takes: TakeRow[] = await transaction.table('takes').toArray()
  const underWay = takes.filter(({ state }) => state === 'queued' || state === 'uploading')
  const taken = new Set<string>()
  await transaction
    .table<OutboxRow>('outbox')
    .toCollection()
    .modify((row) => {
      if (!row.name.startsWith('answer.') || row.state === 'refused' || taken.has(row.subject)) return
      const isUnderWay = underWay.some(({ id }) => id === (row.args.video as { id: string }).id)
      if (row.state === 'settled' && !isUnderWay) return
      row.answering = row.subject
      taken.add(row.subject)
    })
}

/**
 * Upgrades to version 4: stores the mark of videos kept by hand as a number, because IndexedDB cannot index a
 * boolean.
 */
export async function countAskedFor(transaction: Transaction): Promise<void> {
  const kept = transaction.table<KeptRow & { isAskedFor?: boolean }>('kept')
  await kept
    .filter(({ isAskedFor }) => isAskedFor === true)
    .modify((row) => {
      row.askedFor = 1
    })
}

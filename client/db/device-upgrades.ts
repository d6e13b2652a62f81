import type { Transaction } from 'dexie'
import type { DraftRow, KeptRow, OutboxRow, TakeRow, ToldDraftRow } from './device.ts'

/** As the first version of the database kept a draft. */
type FirstDraftRow = DraftRow & { serverId: string; base: number; untold?: boolean }

/** Version 2: what the server was told of a draft has a table of its own. */
export async function partDrafts(transaction: Transaction): Promise<void> {
  const rows: FirstDraftRow[] = await transaction.table('drafts').toArray()
  for (const { serverId, base, untold, ...draft } of rows) {
    await transaction.table('drafts').put(draft)
    const told: ToldDraftRow = { id: draft.id, serverId, base, body: untold ? null : draft.body }
    await transaction.table('toldDrafts').put(told)
  }
}

/** Version 3: an answer under way names its question, and the index admits one for each. */
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

/** Version 4: what was asked for by hand is a number, because truth has no index. */
export async function countAskedFor(transaction: Transaction): Promise<void> {
  const kept = transaction.table<KeptRow & { isAskedFor?: boolean }>('kept')
  await kept
    .filter(({ isAskedFor }) => isAskedFor === true)
    .modify((row) => {
      row.askedFor = 1
    })
}

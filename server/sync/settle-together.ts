import type { Outcome, PushedIntent, PushRequest } from '../../sync/protocol.ts'
import type { Result } from '../../sync/result.ts'
import { type Caller, principalOf } from '../../sync/roles.ts'
import { isAskedAgain } from '../account/second-factor/asked-again.ts'
import { isAway } from '../db/reachable.ts'
import type { Queryable } from '../db/sql.ts'
import { isUniqueViolation } from '../db/transaction.ts'
import { type TxContext, transact } from '../transact.ts'
import type { Settler } from './handler.ts'
import { keepOutcomes, keepSettled, type Settled } from './outcomes.ts'
import { isFromNewerApp, type ReadIntent, readIntent, subjectOf } from './read-intent.ts'

/**
 * Settles entries in one transaction, which costs one commit and no savepoints. If any entry is refused or fails,
 * everything is undone and this returns null, so that each entry is settled by itself. The same happens if an entry
 * was settled before: it is not looked up first, but the key of its outcome is taken.
 */
export async function settleTogether(
  settler: Settler,
  caller: Caller,
  { intents, device }: PushRequest,
): Promise<Outcome[] | null> {
  const { context } = settler
  const principal = principalOf(caller)
  if (!principal) return null
  const reads = intents.map((intent) => readAlone(settler, intent, caller))
  if (!reads.every((read) => read !== null)) return null
  try {
    const settled =
      (await settleAlone(settler, caller, { reads, principal, device })) ??
      (await transact(context, async (inside, last) => {
        const all = await settleAll({ inside, settler, caller }, reads)
        last(keepOutcomes(inside.tx, all, { principal, device }))
        return all
      }))
    for (const _ of settled) await context.fault('intent.after-commit')
    return settled.map(({ outcome }) => outcome)
  } catch (error) {
    // otherwise a bug here would only make every push slow, and nobody would notice
    if (!(error instanceof Unsettled) && !isUniqueViolation(error) && !isAway(error))
      context.log.warn({ err: error }, 'entries are settled one by one, because together they failed')
    return null
  }
}

type Readable = { intent: PushedIntent; read: ReadIntent }

/** Returns an entry that can be decided without asking anybody outside; null for any other. */
function readAlone({ handlerOf }: Settler, intent: PushedIntent, caller: Caller): Readable | null {
  if (isFromNewerApp(intent)) return null
  const read = readIntent(intent, caller)
  if (!read.ok || handlerOf(read.value.name).before) return null
  // the right to decide is checked before the transaction, as is everything that must be asked outside
  return isAskedAgain(read.value.name, read.value.args) ? null : { intent, read: read.value }
}

type Pushed = { reads: Readable[]; principal: string; device: string }

/**
 * Settles a single entry whose verb needs one statement. Returns null if there are several entries or something
 * prevents it.
 */
async function settleAlone(
  { context, handlerOf }: Settler,
  caller: Caller,
  { reads, ...by }: Pushed,
): Promise<Settled[] | null> {
  const [only, ...others] = reads
  const runAlone = only && handlerOf(only.read.name).runAlone
  if (!runAlone || others.length > 0) return null
  const { intent, read } = only
  const keepOutcome = (sql: Queryable) => keepSettled(sql, intent, by)
  const value = await runAlone({ context, keepOutcome }, caller, read.args)
  return value && [{ name: intent.name, outcome: { id: intent.id, state: 'settled', value } }]
}

class Unsettled extends Error {}

type Inside = { inside: TxContext; settler: Settler; caller: Caller }

/** Settles the entries in order, because an entry may depend on the one before it. */
async function settleAll(within: Inside, reads: Readable[]): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const group of groupsOf(within.settler, reads)) {
    const results = await runGroup(within, group)
    for (const [index, { intent }] of group.entries()) {
      const result = results[index]
      if (!result?.ok) throw new Unsettled()
      settled.push({ name: intent.name, outcome: { id: intent.id, state: 'settled', value: result.value } })
    }
  }
  return settled
}

/**
 * Groups neighbours with the same name and different subjects if their verb takes several; any other entry is a
 * group of its own.
 */
function groupsOf({ handlerOf }: Settler, reads: Readable[]): Readable[][] {
  const groups: Readable[][] = []
  let subjects = new Set<string>()
  for (const each of reads) {
    const { name } = each.read
    const subject = subjectOf(each.intent)
    const group = groups.at(-1)
    const joins = handlerOf(name).runAll && group?.[0]?.read.name === name && !subjects.has(subject)
    if (joins) group?.push(each)
    else groups.push([each])
    subjects = joins ? subjects.add(subject) : new Set([subject])
  }
  return groups
}

type Results = Result<Record<string, unknown>>[]

async function runGroup({ inside, settler, caller }: Inside, group: Readable[]): Promise<Results> {
  const [first] = group
  if (!first) return []
  const { run, runAll } = settler.handlerOf(first.read.name)
  const args = group.map(({ read }) => read.args)
  return runAll ? runAll(inside, caller, args) : [await run(inside, caller, first.read.args)]
}

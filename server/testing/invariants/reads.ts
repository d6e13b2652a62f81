import type { Checkpoint } from '../../../sync/protocol.ts'
import type { Cast } from '../grounds/ground.ts'
import type { Document, History, Violation } from './history.ts'

type Replica = { checkpoint: Checkpoint | null; documents: Map<string, Document> }
type Page = { documents: readonly Document[]; checkpoint: Checkpoint }

/** S3: checks that a device is never shown an older state than before. */
export function olderThanSeen(
  key: string,
  { checkpoint: from, documents: held }: Replica,
  { documents, checkpoint: to }: Page,
): Violation[] {
  const older = documents.filter((document) => revisionOf(document) < revisionOf(held.get(document.id)))
  const isBehind = from !== null && from.epoch === to.epoch && isBefore(to, from)
  return [
    ...(older.length === 0
      ? []
      : [
          { invariant: 'S3', says: 'a device was shown an older document than before', rows: { key, older } },
        ]),
    ...(isBehind
      ? [{ invariant: 'S3', says: 'a device was sent back in its feed', rows: { key, from, to } }]
      : []),
  ]
}

const revisionOf = (document: Document | undefined): number =>
  typeof document?.revision === 'number' && !document._deleted ? document.revision : 0

const isBefore = (one: Checkpoint, other: Checkpoint): boolean =>
  BigInt(one.rev) < BigInt(other.rev) || (one.rev === other.rev && one.id < other.id)

/** The effect of a settled intent that the device's later pulls must show. */
type Written = { key: string; id: string; isThere(document: Document): boolean; what: string }

/** Returns every acknowledged write of the devices that pull, as a pull that begins now must show it. */
export function writtenBy({ drafted, said, outcomeOf }: ReadHistory, cast: Cast): Written[] {
  const names = new Map<string, string>(Object.entries(cast).map(([name, { id }]) => [id, name]))
  const intents = said.flatMap(({ id, name, args, account }): Written[] => {
    const reader = names.get(account)
    const { questionId = '', answerId = '' } = args as { questionId?: string; answerId?: string }
    if (!reader || outcomeOf(id)?.state !== 'settled') return []
    const isStatus = (status: string) => (document: Document) => document.status === status
    const questions = { key: `${reader} questions`, id: questionId, what: name }
    if (name === 'question.cancel') return [{ ...questions, isThere: isStatus('rejected') }]
    // A free answer may have completed the question since.
    const isGiven = said.some(
      (other) =>
        other.name === 'answer.give' &&
        'questionId' in other.args &&
        other.args.questionId === questionId &&
        outcomeOf(other.id)?.state === 'settled',
    )
    const isDeclined = (document: Document) =>
      document.status === 'athlete rejected' || (isGiven && document.status === 'completed')
    if (name === 'question.decline') return [{ ...questions, isThere: isDeclined }]
    if (name === 'answer.submit' || name === 'answer.give')
      return [{ key: `${reader} answers`, id: answerId, isThere: () => true, what: name }]
    return []
  })
  if (!drafted?.acknowledged) return intents
  const { id, acknowledged } = drafted
  const isThere = (document: Document) => revisionOf(document) >= acknowledged
  return [...intents, { key: 'member drafts', id, isThere, what: 'draft.save' }]
}

type ReadHistory = Pick<History, 'drafted' | 'said' | 'outcomeOf'>

/** S3: returns the settled writes that a device does not find in its documents. */
export function unread(replicas: History['replicas'], written: readonly Written[]): object[] {
  return written.flatMap(({ key, id, isThere, what }) => {
    const replica = replicas.get(key)
    const document = replica?.documents.get(id)
    const isFound = document !== undefined && !document._deleted && isThere(document)
    return !replica || isFound ? [] : [{ key, id, what, document }]
  })
}

import type { CollectionName, Documents } from '../../sync/collections.ts'
import { MAX_ORDER } from '../../sync/moment.ts'

type Field = Record<string, unknown>

/** A collection's schema in RxDB's format: every indexed field is required and has a maximum size. */
export type DocumentSchema = {
  version: number
  type: 'object'
  primaryKey: 'id'
  properties: Record<string, Field>
  required: string[]
  indexes: (string | string[])[]
}

/** The name under which `revision` is stored, because RxDB reserves `revision` for itself. */
const STORED_REVISION = 'serverRevision'

const id = { type: 'string', maxLength: 36 }
const order = { type: 'number', minimum: 0, maximum: MAX_ORDER, multipleOf: 1 }
const string = { type: 'string' }
const number = { type: 'number' }
const boolean = { type: 'boolean' }
const text = (maxLength: number) => ({ type: 'string', maxLength })
const orNull = (type: string) => ({ type: [type, 'null'] })

/**
 * The schemas of the documents that replicate to a device. Never edit a shipped schema; add the next version and a
 * migration from the one before. schemas.test.ts checks this.
 */
export const SCHEMAS: { [C in CollectionName]: DocumentSchema } = {
  people: schemaOf<'people'>({
    version: 2,
    properties: {
      id,
      role: string,
      username: orNull('string'),
      firstName: string,
      lastName: string,
      email: string,
      sport: orNull('string'),
      priceCents: orNull('number'),
      paused: boolean,
      pictureUrl: orNull('string'),
      coverUrls: { type: 'array', items: string },
      pictureRequests: { type: 'array', items: { type: 'object' } },
      profile: orNull('object'),
    },
    indexes: [],
  }),
  conversations: schemaOf<'conversations'>({
    properties: {
      id,
      users: { type: 'array', items: string },
      partner: { type: 'object' },
      createdAt: number,
      order,
    },
    indexes: ['order'],
  }),
  questions: schemaOf<'questions'>({
    version: 2,
    properties: {
      id,
      conversationId: id,
      fanId: string,
      athleteId: string,
      subject: string,
      kind: string,
      text: string,
      videoId: orNull('string'),
      videoBytes: orNull('number'),
      videoType: orNull('string'),
      status: text(20),
      reason: orNull('string'),
      submittedAt: number,
      approvedAt: orNull('number'),
      dueAt: orNull('number'),
      graceEndsAt: orNull('number'),
      settledAt: orNull('number'),
      amountCents: number,
      hold: string,
      adminNote: orNull('string'),
      athleteNote: orNull('string'),
      clarification: orNull('object'),
      revision: number,
      order,
    },
    indexes: ['order', ['conversationId', 'order'], ['status', 'order']],
  }),
  answers: schemaOf<'answers'>({
    version: 1,
    properties: {
      id,
      questionId: id,
      conversationId: id,
      athleteId: string,
      state: text(20),
      videoId: string,
      videoBytes: number,
      videoType: string,
      durationMs: number,
      transcript: orNull('object'),
      submittedAt: number,
      deliveredAt: orNull('number'),
      shareCents: number,
      order,
    },
    indexes: ['order', ['questionId', 'order'], ['conversationId', 'order']],
  }),
  drafts: schemaOf<'drafts'>({
    properties: {
      id,
      athleteId: string,
      body: string,
      base: number,
      revision: number,
      savedAt: number,
      order,
    },
    indexes: ['order'],
  }),
}

/** Migration functions by version; each turns a stored document of the version before into one of that version. */
type Migrations = Record<number, (row: Field) => Field>

/**
 * The migrations of each collection, one for every version after the first, so that a device keeps its documents
 * with and without a network.
 */
export const MIGRATIONS: { [C in CollectionName]?: Migrations } = {
  // Defaults come first, so that they do not replace a field that an app behind its server has already stored. The
  // next pull brings current values.
  people: {
    1: (row) => ({ profile: null, ...row }),
    2: (row) => ({ coverUrls: [], pictureRequests: [], ...row }),
  },
  answers: {
    1: (row) => ({ transcript: null, ...row }),
  },
  questions: {
    1: (row) => ({ clarification: null, ...row }),
    2: (row) => ({ ...row, clarification: row.clarification && { video: null, ...row.clarification } }),
  },
}

/**
 * Builds a schema in which every field of a document is named and required. A field missing from the contract's
 * type does not compile.
 */
function schemaOf<C extends CollectionName>({
  version = 0,
  properties,
  indexes,
}: {
  version?: number
  properties: Record<keyof Documents[C] & string, Field>
  indexes: DocumentSchema['indexes']
}): DocumentSchema {
  const stored = toStored(properties) as Record<string, Field>
  return {
    version,
    type: 'object',
    primaryKey: 'id',
    properties: stored,
    required: Object.keys(stored),
    indexes,
  }
}

/**
 * Converts a pulled document to its stored form. A document that left the reader's sight is blanked and not only
 * marked as deleted: RxDB keeps the row, and it must not hold what the reader may no longer see.
 */
export function toRow(name: CollectionName, document: PulledDocument): Record<string, unknown> {
  if (!document._deleted) return toStored(document)
  const { properties } = SCHEMAS[name]
  const blank = Object.entries(properties).map(([field, { type }]) => [field, blankOf(type)])
  return { ...Object.fromEntries(blank), id: document.id, _deleted: true }
}

type PulledDocument = { id: string; _deleted: boolean } & Record<string, unknown>

function blankOf(type: unknown): unknown {
  if (Array.isArray(type)) return null
  const blanks: Record<string, unknown> = { string: '', number: 0, boolean: false, array: [], object: {} }
  return blanks[String(type)]
}

function toStored(document: Record<string, unknown>): Record<string, unknown> {
  if (!('revision' in document)) return document
  const { revision, ...rest } = document
  return { ...rest, [STORED_REVISION]: revision }
}

/** Converts a stored document back to the contract's form. */
export function fromStored(stored: Record<string, unknown>): Record<string, unknown> {
  if (!(STORED_REVISION in stored)) return stored
  const { [STORED_REVISION]: revision, ...rest } = stored
  return { ...rest, revision }
}

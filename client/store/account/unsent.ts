import type { UnsentWork } from '../../api/session.ts'
import type { Device, OutboxRow, SettingRow, TakeRow, TakeState } from '../../db/device.ts'
import { notesKey } from '../notes.ts'
import { videoOf } from '../sending/announced.ts'

/** The settings key of a profile edit in progress; its `isChanged` means that something was typed and not saved. */
export const PROFILE_EDIT = 'profile-edit'

/** The states of a take that is sent only when the user says so, or never. */
const HELD: readonly TakeState[] = ['recording', 'kept', 'refused']

/**
 * Unsent work. `held` videos do not leave by themselves, `typed` has the settings keys of the edits, and `refused`
 * counts those of the intents whose words exist nowhere else since the server refused them.
 */
export type DeviceWork = UnsentWork & { held: number; typed: string[]; refused: RefusedWork }

/**
 * `changes` are listed in the outbox; `drafts` are unfinished questions; `forms` are the names of public forms, which
 * their pages give back.
 */
export type RefusedWork = { changes: number; drafts: number; forms: OutboxRow['name'][] }

/**
 * Counts what exists only on this device. An intent that announces a counted video is not counted again; nor are
 * notes to a recording that is on its way.
 */
export async function unsentOf(device: Device): Promise<DeviceWork> {
  const { outbox, takes, settings } = device
  const videos = await takes.where('state').noneOf(['sent', 'cut']).primaryKeys()
  const isOfVideo = (id: string | undefined) => id !== undefined && videos.includes(id)
  const onTheirWay = await takes.where('state').anyOf('queued', 'uploading', 'sent').toArray()
  const used = new Set(onTheirWay.map(({ questionId }) => notesKey(questionId)))
  const typed = (await settings.filter(isTyped).primaryKeys()).filter((key) => !used.has(key))
  const unsent = await outbox
    .where('state')
    .anyOf('waiting', 'parked')
    .and((row) => !isOfVideo(videoOf(row)))
    .count()
  const refused = await refusedOf(device)
  return {
    typed,
    edits: typed.length,
    refused,
    intents: unsent + refused.changes + refused.drafts + refused.forms.length,
    videos: videos.length,
    held: await takes.where('state').anyOf(HELD).count(),
  }
}

/** Counts the refused intents whose words are only on this device. */
async function refusedOf({ outbox, drafts, toldDrafts }: Device): Promise<RefusedWork> {
  const refused = await outbox.where('state').equals('refused').toArray()
  const here = new Set(await drafts.toCollection().primaryKeys())
  const told = (await toldDrafts.toArray()).filter(({ id }) => here.has(id))
  const isRefused = await Promise.all(
    told.map(async ({ serverId }) => {
      const saves = await outbox.where({ subject: serverId }).sortBy('counter')
      return saves.findLast(({ name }) => name === 'draft.save')?.state === 'refused'
    }),
  )
  return {
    changes: refused.filter((row) => !isForm(row) && holdsWords(row)).length,
    drafts: isRefused.filter(Boolean).length,
    forms: refused.filter(isForm).map(({ name }) => name),
  }
}

/** Returns whether an entry is a public form; no other intent has a form's id. */
const isForm = ({ args }: OutboxRow): boolean => 'formId' in args

/** Returns whether an entry holds words that are stored nowhere else. A draft and a question to be asked do not. */
function holdsWords({ name, args }: OutboxRow): boolean {
  if (name === 'profile.save') return true
  if (name.startsWith('draft.')) return false
  return [args.text, args.note, args.content].some(
    (words) => typeof words === 'string' && words.trim() !== '',
  )
}

/** Returns whether a setting has words that the user typed into a form and has not sent. */
function isTyped({ key, value, page }: SettingRow): boolean {
  if (key === PROFILE_EDIT) return (value as { isChanged?: boolean }).isChanged === true
  // Only words being typed name their page. They are a text, or the fields of a form.
  if (page === undefined) return false
  const fields = typeof value === 'string' ? [value] : Object.values(value ?? {})
  return fields.some((field) => typeof field === 'string' && field.trim() !== '')
}

/**
 * Unsent work by kind. `changes` counts intents that neither announce a video nor reply: a decline, a draft, a
 * report.
 */
export type UnsentCounts = { answers: number; replies: number; questions: number; changes: number }

/** Counts how much of each kind waits on a device to be sent. */
export async function countUnsentByKind(device: Device): Promise<UnsentCounts> {
  const takes = await device.takes.where('state').anyOf('queued', 'uploading').toArray()
  const waiting = await device.outbox.where('state').anyOf('waiting', 'parked').toArray()
  const videos = new Set<string | undefined>(takes.map(({ id }) => id))
  const others = waiting.filter((entry) => !videos.has(videoOf(entry)))
  const written = others.filter(({ name }) => name === 'clarification.reply').length
  const count = (purpose: TakeRow['purpose']) => takes.filter((take) => take.purpose === purpose).length
  return {
    answers: count('answer'),
    replies: count('reply') + written,
    questions: count('question'),
    changes: others.length - written,
  }
}

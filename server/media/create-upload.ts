import { LIMITS, VIDEO_TYPES } from '../../sync/limits.ts'
import {
  type DeclaredVideo,
  declaredVideo,
  VIDEO_PURPOSES,
  type VideoPurpose,
} from '../../sync/media/video.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { can } from '../../sync/roles.ts'
import { id, z } from '../../sync/shape.ts'
import { checkProof, type Shown } from '../http/proof.ts'
import type { TxContext } from '../transact.ts'
import { declareVideo, ownsMedia } from './declare.ts'
import { findMedia } from './find-media.ts'
import { questionStatusFor, setUpload } from './store.ts'

/** The declaration that comes with the creation of an upload. */
export type Creation = { video: DeclaredVideo; purpose: VideoPurpose; questionId: string | null }

const purposeAndQuestion = z.object({ purpose: z.enum(VIDEO_PURPOSES), questionId: z.optional(id) })
const wholeNumber = /^(0|[1-9]\d{0,15})$/

/**
 * Reads a creation from its headers: `Upload-Length` and, in `Upload-Metadata`, mediaId, purpose, sha256, filetype,
 * durationMs, source and, for an answer, questionId. Refuses `video-type`, `video-size`, `video-unreadable` for an
 * empty file, and `bad-shape`, also for a deferred length and for parts to be joined.
 */
export function readCreation(headers: Headers): Result<Creation> {
  const length = headers.get('upload-length') ?? ''
  const metadata = readMetadata(headers.get('upload-metadata') ?? '')
  if (!metadata || !wholeNumber.test(length)) return refuse('bad-shape')
  if (headers.has('upload-defer-length') || headers.has('upload-concat')) return refuse('bad-shape')
  const bytes = Number(length)
  // a recorder adds the codecs after the type (D93)
  const type = (metadata.filetype ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!(VIDEO_TYPES as readonly string[]).includes(type)) return refuse('video-type')
  if (bytes > LIMITS.videoBytes) return refuse('video-size')
  if (bytes === 0) return refuse('video-unreadable')
  const rest = purposeAndQuestion.safeParse(metadata)
  const video = declaredVideo.safeParse({
    id: metadata.mediaId,
    sha256: metadata.sha256,
    bytes,
    type,
    durationMs: wholeNumber.test(metadata.durationMs ?? '') ? Number(metadata.durationMs) : null,
    source: metadata.source,
  })
  if (!rest.success || !video.success) return refuse('bad-shape')
  return done({
    video: video.data,
    purpose: rest.data.purpose,
    questionId: rest.data.questionId ?? null,
  })
}

/**
 * Prepares an upload of a video that this caller has declared, or may declare now: for a question, with the
 * capability to ask; for an answer, as the question's athlete while it is approved. A reply must always be
 * announced first. `mostLooseBytes` is the most that all unclaimed question videos may take together. A guest whose
 * prepared ask did not declare the video must solve a captcha. Refuses `not-allowed`, `not-found`, `not-approved`,
 * `upload-not-expected`, `captcha-*` and whatever `declareVideo` refuses.
 */
export async function expectUpload(
  work: TxContext,
  shown: Pick<Shown, 'caller' | 'captcha'>,
  { video, purpose, questionId, mostLooseBytes }: Creation & { mostLooseBytes: number },
): Promise<Result<{ mediaId: string }>> {
  const { caller } = shown
  const known = await findMedia(work.tx, video.id)
  if (!known || !ownsMedia(caller, known)) {
    const allowed = await checkMayUpload(work, caller, { purpose, questionId })
    if (!allowed.ok) return allowed
    const proven = await checkProof(work, shown)
    if (!proven.ok) return proven
  }
  const declared = await declareVideo(work, caller, { video, purpose, mostLooseBytes })
  if (declared.ok && (!known || known.state === 'expected')) await setUpload(work.tx, video.id, video.id)
  return declared
}

async function checkMayUpload(
  { tx }: TxContext,
  caller: Shown['caller'],
  { purpose, questionId }: Pick<Creation, 'purpose' | 'questionId'>,
): Promise<Result<true>> {
  if (purpose === 'question') return can(caller, 'ask-question') ? done(true) : refuse('not-allowed')
  if (!can(caller, 'answer-question') || !caller.personId) return refuse('not-allowed')
  if (purpose === 'reply') return refuse('upload-not-expected')
  if (!questionId) return refuse('bad-shape')
  const status = await questionStatusFor(tx, questionId, caller.personId)
  if (status === null) return refuse('not-found')
  return status === 'approved' ? done(true) : refuse('not-approved')
}

type Metadata = Record<string, string | undefined>

/** Reads comma-separated pairs of a key and a base64 value; returns null for anything else. */
function readMetadata(text: string): Metadata | null {
  if (text.length > 4_096) return null
  const pairs = text.split(',').map((pair) => pair.split(' '))
  const keys = new Set(pairs.map(([key]) => key))
  const isWellFormed = pairs.every(
    ([key, value, ...more]) =>
      more.length === 0 && /^\w+$/.test(key ?? '') && /^[\w+/]*={0,2}$/.test(value ?? ''),
  )
  if (!isWellFormed || keys.size !== pairs.length) return null
  return Object.fromEntries(
    pairs.map(([key, value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  )
}

import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { setCsrf } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { declaredOf, keepTake } from '../../store/takes.ts'
import { type AskDraft, emptyDraft, nextDraft } from './ask-draft.ts'
import { prepareSending } from './send-ask.ts'

vi.mock('../../api/captcha/captcha.ts', () => ({ takeCaptcha: async () => ({ ok: true, value: 'solved' }) }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['not-found', 404],
  ['upload-not-expected', 409],
])(
  'BR-2 a draft whose ids the server does not take, by %s, keeps its video, even if the network goes before the next call',
  async (code, status) => {
    setCsrf('x')
    vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
    vi.stubGlobal('navigator', { ...navigator, onLine: true })
    const answers = [Response.json({ refusal: { code } }, { status })]
    vi.stubGlobal('fetch', async () => answers.shift() ?? Promise.reject(new TypeError('no network')))
    const device = openDevice('guest')
    const draftId = newId()
    const kept = await keepTake(device, {
      ...{
        id: newId(),
        purpose: 'question',
        questionId: draftId,
        source: 'file',
        recordedAt: 1,
        dueAt: null,
      },
      ...{
        blob: new Blob([new Uint8Array(3)], { type: 'video/webm' }),
        type: 'video/webm',
        durationMs: 1_000,
      },
    })
    if (!kept.ok) throw new Error(kept.notSaved)
    let draft: AskDraft = { ...emptyDraft(draftId), video: declaredOf(kept.value), prepared: true }
    const prepared = await prepareSending({
      ...{ device, draftId, draft, athleteId: newId(), amountCents: 0, tell() {} },
      signal: new AbortController().signal,
      renew: (renewed) => {
        draft = nextDraft(draft, { type: 'renewed', ...renewed })
      },
    })
    expect(prepared.ok).toBe(false)
    expect(draft.questionId).not.toBe(draftId)
    expect(await device.takes.get(draft.video?.id ?? '')).toMatchObject({ questionId: draftId })
    expect(draft.prepared, 'the server has nothing of the new ids').toBe(false)
  },
)

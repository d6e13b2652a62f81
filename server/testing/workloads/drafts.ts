import type { PushAnswer, PushedIntent } from '../../../sync/protocol.ts'
import type { Browser } from '../browser.ts'
import type { Step } from '../grounds/ground.ts'
import { markOf } from '../invariants/exits.ts'
import type { History } from '../invariants/history.ts'
import { createDraw, type Draw } from './random.ts'
import { atOnce, viaOf } from './weave.ts'

type WriteStep = Extract<Step, { do: 'write' }>
type Writer = { browser: Browser; personId: string; athleteId: string; newId(): string }

/**
 * The member's device, which writes one draft and sends its outbox in order. What got no answer is sent again, under
 * its id, ahead of what was written since.
 */
export class Drafting {
  private readonly said: PushedIntent[] = []
  private waiting: PushedIntent[] = []
  private readonly history: History
  private readonly writer: Writer

  constructor(history: History, writer: Writer) {
    this.history = history
    this.writer = writer
    history.drafted = { id: writer.newId(), personId: writer.personId, words: [], acknowledged: 0 }
  }

  /**
   * Writes and sends `count` more saves, or sends everything again that it ever wrote, settled or not, as after a
   * restore.
   */
  write({ count }: WriteStep): Promise<void> {
    if (count === 'all again') return this.push(this.said)
    for (let left = count; left > 0; left--) this.append()
    return this.push(this.waiting)
  }

  private get drafted() {
    if (!this.history.drafted) throw new Error('nobody writes a draft')
    return this.history.drafted
  }

  private append(): void {
    const { id: draftId, words } = this.drafted
    const { newId, athleteId } = this.writer
    const base = words.length
    const body = `Dear rower, take ${base + 1} of ${markOf(0, 'draft')}`
    words.push(body)
    const args = { draftId, athleteId, base, savedAt: 1_700_000_000_000 + base, body }
    const intent = { id: newId(), name: 'draft.save', version: 1, args }
    this.said.push(intent)
    this.waiting.push(intent)
  }

  private async push(waiting: readonly PushedIntent[]): Promise<void> {
    const intents = [...waiting]
    if (intents.length === 0) return
    const { browser, personId } = this.writer
    const push = { device: browser.device, account: personId, intents }
    const { body } = await browser.post<Partial<PushAnswer>>('/sync/push', push)
    for (const outcome of body.outcomes ?? []) {
      this.history.settled(outcome)
      if (outcome.state === 'failed') continue
      this.waiting = this.waiting.filter(({ id }) => id !== outcome.id)
      const nth = this.said.findIndex(({ id }) => id === outcome.id) + 1
      if (outcome.state === 'settled') this.drafted.acknowledged = Math.max(this.drafted.acknowledged, nth)
    }
  }
}

/**
 * Adds the member's draft to most schedules. Now and then the answer is lost with its server, or the device gives up
 * too early, so that it sends the same to the other server at the same time.
 */
export function withDrafts(seed: number, steps: readonly Step[]): Step[] {
  const draw = createDraw(seed + 43_000_000)
  const line = [...steps]
  if (draw.chance(0.25)) return line
  for (let times = 2 + draw.int(3); times > 0; times--)
    line.splice(draw.int(line.length + 1), 0, ...writes(draw))
  return line
}

function writes(draw: Draw): Step[] {
  const write = (least: number): Step => ({ do: 'write', count: least + draw.int(3), via: viaOf(draw) })
  switch (draw.weigh({ once: 6, twice: 2, crash: 2 })) {
    case 'twice':
      return [atOnce(draw, [write(1), write(0)])]
    case 'crash':
      return [{ do: 'crash', at: 'intent.after-commit', nth: 1 + draw.int(3) }, write(1), write(0)]
    default:
      return [write(1)]
  }
}

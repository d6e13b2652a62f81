import type { FaultPoint } from '../../fault.ts'
import type { Step } from '../grounds/ground.ts'

type AtPoint = Extract<Step, { do: 'crash' | 'stall' }>

/** What waits at fault points for whoever comes by: each strikes once. */
export class Armed {
  private waiting: { step: AtPoint; left: number }[] = []

  arm(step: AtPoint): void {
    this.waiting.push({ step, left: step.do === 'crash' ? step.nth : 1 })
  }

  /** What strikes the one who is at this point now, if anything does. */
  take(point: FaultPoint): AtPoint | null {
    const met = this.waiting.find(({ step }) => step.at === point)
    if (!met) return null
    met.left -= 1
    if (met.left > 0) return null
    this.waiting = this.waiting.filter((each) => each !== met)
    return met.step
  }

  clear(): void {
    this.waiting = []
  }
}

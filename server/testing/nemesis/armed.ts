import type { FaultPoint } from '../../fault.ts'
import type { Step } from '../grounds/ground.ts'

type AtPoint = Extract<Step, { do: 'crash' | 'stall' }>

/** The faults that wait at fault points. Each strikes once. */
export class Armed {
  private waiting: { step: AtPoint; left: number }[] = []

  arm(step: AtPoint): void {
    this.waiting.push({ step, left: step.do === 'crash' ? step.nth : 1 })
  }

  /** Counts that a server passes this point, and returns the fault that strikes it there, if any. */
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

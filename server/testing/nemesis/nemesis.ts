import type { FaultPoint } from '../../fault.ts'
import type { Struck } from '../../payment/stand-in/faults.ts'
import type { Step } from '../grounds/ground.ts'

/** What really struck a ground, each time as the step it was drawn as: one that is armed may never meet anybody. */
export class Nemesis {
  /** Where something struck, and how often, since the ground was opened. */
  readonly at = new Map<FaultPoint, number>()
  /** Since the last reset. */
  steps: Step[] = []
  private weather = new Set<string>()

  /** Every webhook is met by the weather; that it was is noted once each time it changes. */
  note(step: Step): void {
    if (step.do === 'webhooks') {
      const told = JSON.stringify(step)
      if (this.weather.has(told)) return
      this.weather.add(told)
    }
    if (step.do === 'crash' || step.do === 'stall') this.at.set(step.at, (this.at.get(step.at) ?? 0) + 1)
    this.steps.push(step)
  }

  /** The weather is another one from now on. */
  changeWeather(): void {
    this.weather.clear()
  }

  reset(): void {
    this.steps = []
    this.changeWeather()
  }
}

const FAIR = { do: 'webhooks', duplicates: 0, shuffle: false, delaySeconds: 0, drops: 0 } as const

/** What struck at the provider, as a step. */
export function providerStep(struck: Struck): Step {
  if ('kind' in struck) return { do: 'outage', call: 'any', ...struck }
  return { ...FAIR, ...struck }
}

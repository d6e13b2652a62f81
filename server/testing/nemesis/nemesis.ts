import type { FaultPoint } from '../../fault.ts'
import type { Struck } from '../../payment/stand-in/faults.ts'
import type { Step } from '../grounds/ground.ts'

/**
 * Records what really struck a ground, each time as the step that was drawn. A fault that is armed may never strike.
 */
export class Nemesis {
  /** How often something struck at each fault point since the ground was opened. */
  readonly at = new Map<FaultPoint, number>()
  /** The steps that struck since the last reset. */
  steps: Step[] = []
  private weather = new Set<string>()

  /**
   * Records that a step struck. The faults of webhooks strike every webhook, so they are recorded once until they
   * change.
   */
  note(step: Step): void {
    if (step.do === 'webhooks') {
      const told = JSON.stringify(step)
      if (this.weather.has(told)) return
      this.weather.add(told)
    }
    if (step.do === 'crash' || step.do === 'stall') this.at.set(step.at, (this.at.get(step.at) ?? 0) + 1)
    this.steps.push(step)
  }

  /** Records that the faults of webhooks have changed, so that they are recorded again when they strike. */
  changeWeather(): void {
    this.weather.clear()
  }

  reset(): void {
    this.steps = []
    this.changeWeather()
  }
}

const FAIR = { do: 'webhooks', duplicates: 0, shuffle: false, delaySeconds: 0, drops: 0 } as const

/** Returns what struck at the provider as a step. */
export function providerStep(struck: Struck): Step {
  if ('kind' in struck) return { do: 'outage', call: 'any', ...struck }
  return { ...FAIR, ...struck }
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/**
 * What axe finds on the page as it stands: rule and the first elements; nothing is as it should be.
 * `contrast` looks at colours alone, for a page whose other colour scheme was looked at whole.
 */
export async function findViolations(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // in the page alone: the player's frame is sandboxed, and a second tab costs seconds
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules === 'all' ? axe : axe.withRules('color-contrast')).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html} — ${failureSummary}`)
        .join(' | ')}`,
  )
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/**
 * Returns what axe finds on the current page: each violated rule with its first elements; an empty list means no
 * violation. `contrast` checks only the colours, for a page that was checked fully in the other colour scheme.
 */
export async function findViolations(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // Legacy mode checks only the page itself, because the player's frame is sandboxed and the extra tab of the other
  // mode costs seconds.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // Experimental, so that axe leaves it out by itself: whoever speaks to the device says the words that they see.
  if (rules === 'all') axe.options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
  const { violations } = await (rules === 'all' ? axe : axe.withRules('color-contrast')).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html} — ${failureSummary}`)
        .join(' | ')}`,
  )
}

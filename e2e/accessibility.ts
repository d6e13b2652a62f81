import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What axe finds serious or critical on the page as it stands: rule and the first elements. Nothing is right. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // in the page alone: the player's frame is sandboxed, and a second tab costs seconds
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html, failureSummary }) => `${html} — ${failureSummary}`)
          .join(' | ')}`,
    )
}

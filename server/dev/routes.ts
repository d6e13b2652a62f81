import type { RouteGroup } from '../http/routes-of.ts'
import { standInPage } from '../payment/dev/stand-in-page.ts'
import { testRoutes } from '../testing/routes.ts'

/**
 * Registers the routes that exist only outside production: those of the payment stand-in and, under test, the test
 * controls.
 */
export function devRoutes(group: RouteGroup): void {
  const { app, context } = group
  const { standIn } = context.payments
  if (standIn) {
    app.route('/dev/stripe/browser', standIn.browser)
    app.route('/dev/stripe/connect', standIn.connect)
    standInPage(group, standIn)
  }
  if (context.env.mode === 'test') testRoutes(group)
}

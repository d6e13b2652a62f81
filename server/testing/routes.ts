import { z } from '../../sync/shape.ts'
import { readJson } from '../http/body.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { keptMails } from '../notify/mailbox-page.ts'
import { advanceClock } from './clock.ts'

const clockCall = z.strictObject({ advanceMs: z.int().check(z.minimum(0), z.maximum(40 * 86_400_000)) })

/** Adds the test controls, which exist only in a server started with NODE_ENV=test. */
export function testRoutes({ app, context }: RouteGroup): void {
  app.post('/test/clock', async (c) => {
    const call = await readJson(c, clockCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return c.json({ now: (await advanceClock(context.sql, call.value.advanceMs)).getTime() })
  })
  app.post('/test/quiesce', async (c) => {
    await context.payments.standIn?.tick()
    let ran = 0
    for (let round = 0; round < 20; round += 1) {
      const delivered = (await context.payments.standIn?.deliverDue()) ?? 0
      const done = await context.jobs.runDue()
      ran += done
      if (done + delivered === 0) break
    }
    return c.json({ ran })
  })
  app.get('/test/mail', async (c) => c.json({ mails: await keptMails(context.sql) }))
}

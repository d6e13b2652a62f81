import { shareCall, sharesCall, unshareCall } from '../../../sync/answer/share.ts'
import { CALLS } from '../../../sync/paths.ts'
import { readJson } from '../../http/body.ts'
import { answerRefusal, answerResult } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { attempt } from '../../work.ts'
import { listShares, revokeShare, shareAnswer } from './share-links.ts'

/** How the holder of a private link gives its answer to others, and takes it back. */
export function shareRoutes({ app, context, limit }: RouteGroup): void {
  const sharing = limit('share', { per: 'address', max: 120, windowS: 3_600 })
  app.post(CALLS.share, sharing, async (c) => {
    const call = await readJson(c, shareCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await attempt(context, (work) => shareAnswer(work, call.value)))
  })
  app.post(CALLS.shares, sharing, async (c) => {
    const call = await readJson(c, sharesCall)
    return call.ok
      ? answerResult(c, await listShares(context, call.value.token))
      : answerRefusal(c, call.refusal)
  })
  app.post(CALLS.unshare, sharing, async (c) => {
    const call = await readJson(c, unshareCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await attempt(context, (work) => revokeShare(work, call.value)))
  })
}

import { type Infer, id, line, z } from '../shape.ts'

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * The `share` call: makes another link to the answer behind a private link, named after its recipient. The fan
 * can revoke it.
 */
export const shareCall = z.strictObject({ token, linkId: id, name: line(40) })
export type ShareCall = Infer<typeof shareCall>

/** The `shares` call: lists the active links, the latest first. */
export const sharesCall = z.strictObject({ token })
export type SharesAnswer = { shares: { id: string; name: string; path: string; createdAt: number }[] }

/** The `unshare` call: revokes a link. */
export const unshareCall = z.strictObject({ token, linkId: id })

/** How many links to one answer may be active at once. */
export const SHARES_MOST = 20

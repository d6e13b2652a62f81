import { type Infer, id, line, z } from '../shape.ts'

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** share: another link to the answer behind a private link, named for whom it is; it can be taken back. */
export const shareCall = z.strictObject({ token, linkId: id, name: line(40) })
export type ShareCall = Infer<typeof shareCall>

/** shares: the links that are out, the latest first. */
export const sharesCall = z.strictObject({ token })
export type SharesAnswer = { shares: { id: string; name: string; path: string; createdAt: number }[] }

/** unshare: a link opens nothing any more. */
export const unshareCall = z.strictObject({ token, linkId: id })

/** So many links to one answer may be out at once. */
export const SHARES_MOST = 20

import { randomUUID } from 'node:crypto'
import { copyFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { linkHash } from '../../notify/private-link.ts'
import type { Ground } from '../bench/ground.ts'

const VIDEO = path.join(import.meta.dirname, '../../demo/videos/answer-blocks.webm')
const ASKER = { firstName: 'Kim', lastName: 'Lee', email: 'kim@bench.test', countryCode: 'NO', city: 'Oslo' }

/** Gives one of a fan's questions a delivered answer, and returns the path of its private link. */
export async function makeAnswer({ sql, dir }: Pick<Ground, 'sql' | 'dir'>, fanId: string): Promise<string> {
  const [mediaId, token] = [randomUUID(), randomUUID().replaceAll('-', '').padEnd(43, 'x')]
  await copyFile(VIDEO, path.join(dir, 'served', `${mediaId}.webm`))
  const { size } = await stat(VIDEO)
  await sql`
    insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256, declared_duration_ms,
      state, served_key, served_bytes, served_type, duration_ms, width, height, stored_at)
    values (${mediaId}, ${`person:${fanId}`}, 'answer', 'recorded', 'video/webm', ${size}, ${'0'.repeat(64)}, 6000,
      'stored', ${`${mediaId}.webm`}, ${size}, 'video/webm', 6000, 640, 480, now())`
  await sql`
    with answered as (
      update question set link_hash = ${linkHash(token)}, asker = ${sql.json(ASKER)}
      where id = (select id from question where fan_id = ${fanId} and status = 'completed' limit 1) returning *)
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, state, duration_ms, recorded_at,
      submitted_at, stored_at, delivered_at)
    select gen_random_uuid(), id, conversation_id, athlete_id, fan_id, ${mediaId}, 'delivered', 6000, now(), now(), now(), now()
    from answered`
  return `/view/${token}`
}

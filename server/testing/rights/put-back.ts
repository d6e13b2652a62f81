import { gatherCanaries } from '../fields/canaries.ts'
import type { Line } from '../rights.ts'
import type { Stage } from './stage.ts'

const OF_FACTORS = /first-admin|-factor|passkey|renew-codes/

/** The tables from which a call's rows are removed. Their canaries are gathered first, so that they are not lost. */
const TAKEN_OUT: [verb: RegExp, tables: string[]][] = [
  [/^POST \/api\/rate$/, ['public.rating']],
  [/^POST \/api\/clarify$|^clarification\./, ['public.clarification']],
  [/^answer\.transcribe$/, ['public.media']],
  [/\/leave$/, ['public.leaving']],
  [OF_FACTORS, ['public.second_factor', 'public.recovery_code', 'public.passkey']],
]

/** Undoes a successful call: removes a row about an answered question, which is slow to make, or spends the thing. */
export async function putBack(stage: Stage, verb: string, of: Line[1]): Promise<void> {
  const { sql } = stage.world.database
  for (const [taken, tables] of TAKEN_OUT)
    if (taken.test(verb)) for (const table of tables) await gatherCanaries(stage, table)
  if (verb === 'POST /api/rate') await sql`delete from rating`
  else if (verb === 'POST /api/clarify') await sql`delete from clarification`
  else if (verb === 'answer.transcribe') await sql`update media set transcript = null, captions = null`
  else if (verb.startsWith('clarification.'))
    await sql`update clarification set reply = null, media_id = null, replied_at = null, reported_at = null`
  else if (verb === 'athlete.restore')
    await sql`update person set listed = false where id = ${stage.people.unlisted.id}`
  else {
    stage.spend(of)
    if (verb.endsWith('/first-admin'))
      await sql`update person set role = 'basic' where email like 'cnr.first%'`
    if (OF_FACTORS.test(verb)) {
      await sql`delete from second_factor`
      await sql`delete from passkey`
      await sql`delete from recovery_code`
    }
  }
}

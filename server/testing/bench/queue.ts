import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { Sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Ground } from './ground.ts'
import { callServer } from './http-client.ts'
import { type Measured, quantile, timed } from './measured.ts'
import { makeMembers, makeQuestions } from './people.ts'

const SIZE = 1_000_000
const REQUESTS = 100
const PAGE = 51
/** How many rows one transaction inserts, because a transaction must stay short. */
const AT_ONCE = 5_000

/** Measures the desk's first page and its filters among a million requests, against bare queries of the same rows. */
export async function measureQueue(ground: Ground): Promise<Measured[]> {
  const { sql, server } = ground
  const [admin] = await makeMembers(ground, { role: 'admin', count: 1 })
  if (!admin) throw new Error('nobody was made')
  await fillDesk(ground)
  const [athlete] = await sql<{ id: string; username: string }[]>`
    select p.id, p.username from person p join question q on q.athlete_id = p.id limit 1`
  if (!athlete) throw new Error('nobody is asked')
  const rows: Measured[] = []
  for (const [name, narrowed, bare] of lists(sql, athlete)) {
    const body = { status: 'new', creator: null, search: null, order: 'newest', after: null, ...narrowed }
    const taken = { ours: [] as number[], floor: [] as number[] }
    for (let request = 0; request < REQUESTS; request += 1) {
      taken.ours.push(
        await timed(() =>
          callServer({ port: server.port, path: DESK_CALLS.deskQuestions, member: admin, body }),
        ),
      )
      taken.floor.push(await timed(bare))
    }
    for (const [share, unit] of [
      [0.5, 'ms p50'],
      [0.99, 'ms p99'],
    ] as const) {
      const [ours, floor] = [[quantile(taken.ours, share)], [quantile(taken.floor, share)]]
      rows.push({
        figure: `desk of ${SIZE} requests, ${name}`,
        unit,
        ours,
        floor,
        against: 'bare indexed query',
      })
    }
  }
  return rows
}

type List = [name: string, narrowed: object, bare: () => Promise<unknown>]

const lists = (sql: Sql, { id, username }: { id: string; username: string }): List[] => [
  [
    'first page',
    {},
    () => sql`select * from question where status = 'new' order by submitted_at desc, id desc limit ${PAGE}`,
  ],
  [
    'most urgent',
    { order: 'urgent' },
    () => sql`select * from question where status = 'new' order by screening_ends_at, id limit ${PAGE}`,
  ],
  [
    'of one athlete',
    { creator: username },
    () => sql`select * from question where athlete_id = ${id} and status = 'new'
      order by submitted_at desc, id desc limit ${PAGE}`,
  ],
  [
    'a rare word',
    { status: null, search: 'skeleton' },
    () => sql`select * from question where desk_words(subject, asker) like '%skeleton%'
      order by submitted_at desc, id desc limit ${PAGE}`,
  ],
]

const ASKER = { firstName: 'Kim', lastName: 'Lee', email: 'kim@bench.test', birthDate: '1990-01-01' }

/**
 * Inserts the requests: a tenth of them are new, and one in ten thousand has a rare word. Triggers are off, so no
 * device is told of the rows, as after an import.
 */
async function fillDesk(ground: Ground): Promise<void> {
  const { sql } = ground
  const athletes = await makeMembers(ground, { role: 'creator', count: 25 })
  const [fan] = await makeMembers(ground, { role: 'basic', count: 1 })
  if (!fan) throw new Error('nobody was made')
  await makeQuestions(sql, { fan, athletes, count: athletes.length })
  for (let first = 1; first <= SIZE; first += AT_ONCE) {
    await inTransaction(sql, async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, status, amount_cents,
          submitted_at, screening_ends_at)
        select gen_random_uuid(), c.id, c.fan_id, c.athlete_id, ${tx.json(ASKER)},
          case when n % 10000 = 0 then 'Skeleton start ' else 'My catch, part ' end || n, 'text',
          'How do I stop skying at the catch? It is about stroke ' || n,
          case when n % 10 = 0 then 'new' else 'completed' end, 0, now() - n * interval '1 second',
          now() + n * interval '1 second'
        from generate_series(${first}::int, ${Math.min(SIZE, first + AT_ONCE - 1)}::int) n
        join (select id, fan_id, athlete_id, row_number() over (order by id) - 1 as place from conversation
          where fan_id = ${fan.personId}) c on c.place = n / 10 % ${athletes.length}::int`
    })
  }
  await sql`vacuum analyze question`
}

import { CALLS } from '../../../sync/paths.ts'
import type { Sql } from '../../db/sql.ts'
import type { Ground } from './ground.ts'
import { fetchText } from './http-client.ts'
import { type Measured, quantile, timed } from './measured.ts'

const SIZES = [100, 10_000, 100_000]
const REQUESTS = 150
const PAGE = 49
/** How many rows one transaction inserts, because a transaction must stay short. */
const AT_ONCE = 2_000

/** Measures the directory's first page, a tag and a search in growing numbers of athletes, against bare queries. */
export async function measureDirectory(ground: Ground): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const size of SIZES) {
    await listSoMany(ground.sql, size)
    for (const [name, search, bare] of SEARCHES) {
      const path = `${CALLS.athletes}${search}`
      const taken = await inTurns(
        () => fetchText(ground.server.port, path),
        () => bare(ground.sql),
      )
      for (const [share, unit] of [
        [0.5, 'ms p50'],
        [0.99, 'ms p99'],
      ] as const) {
        const ours = [quantile(taken.ours, share)]
        const floor = [quantile(taken.floor, share)]
        rows.push({ figure: `${name}, ${size} athletes`, unit, ours, floor, against: 'bare indexed query' })
      }
    }
  }
  return rows
}

type Search = [name: string, search: string, bare: (sql: Sql) => Promise<unknown>]

const SEARCHES: Search[] = [
  [
    'directory, first page',
    '',
    (sql) =>
      sql`select * from person p where role = 'creator' and listed and not paused
      order by directory_name(first_name, last_name) collate "C", username limit ${PAGE}`,
  ],
  [
    'directory, a tag',
    '?tags=wrestling',
    (sql) => sql`select * from person p where role = 'creator' and listed and not paused
      and directory_text like '%| wrestling |%' order by directory_name(first_name, last_name) collate "C", username limit ${PAGE}`,
  ],
  [
    'directory, a rare word',
    '?q=skeleton',
    (sql) => sql`select * from person p where role = 'creator' and listed and not paused
      and directory_text like '%skeleton%' order by directory_name(first_name, last_name) collate "C", username limit ${PAGE}`,
  ],
]

/** Inserts athletes with the catalogue's tags up to this number; every thousandth has a word that no other has. */
async function listSoMany(sql: Sql, size: number): Promise<void> {
  for (let first = 1; first <= size; first += AT_ONCE) {
    await sql`
      insert into person (id, role, username, first_name, last_name, email, city, country_code, sport, tags, bio)
      select gen_random_uuid(), 'creator', 'bench' || n, 'Kim', 'Lee', 'bench' || n || '@bench.test', 'Oslo', 'NO',
        case when n % 1000 = 0 then 'Skeleton' else 'Rowing' end,
        case n % 4 when 0 then '{running}'::text[] when 1 then '{wrestling,football}' else '{strength_training}' end,
        'Twelve years of it, and still learning.'
      from generate_series(${first}::int, ${Math.min(size, first + AT_ONCE - 1)}::int) n on conflict do nothing`
  }
  await sql`vacuum analyze person`
}

/** Takes both in turns, so that other load on the machine affects both alike. */
async function inTurns(ours: () => Promise<unknown>, floor: () => Promise<unknown>) {
  const taken = { ours: [] as number[], floor: [] as number[] }
  for (let request = 0; request < REQUESTS; request += 1) {
    taken.ours.push(await timed(ours))
    taken.floor.push(await timed(floor))
  }
  return taken
}

import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MIGRATIONS } from '../../app/open-context.ts'

/**
 * Writes the migrations of a build that is newer than this one into a folder, and returns its path. The last file
 * widens every table, as a build may do while the one before it still works beside it.
 */
export async function newerMigrations(dir: string, nth: number): Promise<string> {
  const folder = path.join(dir, `newer-${nth}`)
  await mkdir(folder)
  await cp(MIGRATIONS, folder, { recursive: true })
  await writeFile(path.join(folder, `9999-newer-${nth}.sql`), widened(nth))
  return `${folder}/`
}

const widened = (nth: number) => `
do $$
declare
  each regclass;
begin
  for each in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
    order by c.relname
  loop
    execute format('alter table %s add column newer_%s integer not null default 0', each, ${nth});
  end loop;
end $$;
`

import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MIGRATIONS } from '../../app/open-context.ts'

/**
 * The migrations of a build that is one newer than this one, as a folder: its last file widens every table there is,
 * which is what a build may do while the one before it still works beside it.
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

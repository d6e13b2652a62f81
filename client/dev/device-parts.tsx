import type { DeviceReport } from './device-report.ts'

type Part = { title: string; rows: readonly Facts[]; none?: string }

/** Renders every part of a report under its title. */
export function DeviceParts({ report }: { report: DeviceReport }) {
  return partsOf(report).map(({ title, rows, none }) => (
    <section key={title} className="grid grid-cols-1 gap-3">
      <h2 className="display text-xl">{title}</h2>
      {rows.length > 0 ? <Table name={title} rows={rows} /> : <p className="text-muted text-sm">{none}</p>}
    </section>
  ))
}

function partsOf(report: DeviceReport): Part[] {
  const { outbox, takes, kept, checkpoints, databases, caches, workers } = report
  return [
    { title: 'Account', rows: [accountFacts(report)] },
    { title: 'Outbox', rows: outbox.map(entryFacts), none: 'Nothing was sent from here, and nothing waits.' },
    { title: 'Recordings', rows: takes.map(takeFacts), none: 'No video was recorded or chosen here.' },
    {
      title: 'Kept videos',
      rows: kept.map(({ videoId, bytes, type }) => ({ video: videoId, size: sizeOf(bytes), type })),
      none: 'No video of a question is kept to be played offline.',
    },
    {
      title: 'Checkpoints',
      rows: checkpoints.map(({ collection, checkpoint }) => ({
        collection,
        checkpoint: checkpoint === null ? null : JSON.stringify(checkpoint),
      })),
      none: 'No documents were pulled.',
    },
    {
      title: 'Service workers',
      rows: workers.map(({ place, state, version }) => ({ place, state, version })),
      none: 'None is registered: SERVICE_WORKER=1 npm run dev has one.',
    },
    {
      title: 'Caches',
      rows: caches.map(({ name, entries }) => ({ cache: name, entries })),
      none: 'Nothing is cached.',
    },
    { title: 'Storage', rows: [storageFacts(report)] },
    {
      title: 'Databases',
      rows: databases.map(({ name, version, rows }) => ({ database: name, version, rows: countsOf(rows) })),
      none: 'There is no database.',
    },
  ]
}

function accountFacts({ account }: DeviceReport): Facts {
  const { person } = account
  return {
    database: account.account,
    session: account.state,
    'told by the server': account.confirmed,
    person: person ? `${person.firstName} (${person.role})` : null,
    epoch: account.epoch,
    'clock difference': `${account.skewMs} ms`,
  }
}

function entryFacts(entry: DeviceReport['outbox'][number]): Facts {
  return {
    counter: entry.counter,
    intent: entry.name,
    state: entry.state,
    tries: entry.tries,
    failures: entry.failures,
    refusal: entry.refusal?.code ?? null,
    written: timeOf(entry.createdAt),
    subject: entry.subject,
  }
}

function takeFacts(take: DeviceReport['takes'][number]): Facts {
  return {
    video: take.id,
    purpose: take.purpose,
    state: take.state,
    size: sizeOf(take.bytes),
    'upload offset': sizeOf(take.uploadedBytes),
    kept: take.videoBytes === null ? `${take.chunks} chunks` : sizeOf(take.videoBytes),
    refusal: take.refusal?.code ?? null,
    due: take.dueAt === null ? null : timeOf(take.dueAt),
  }
}

function storageFacts({ storage }: DeviceReport): Facts {
  return {
    used: storage.usageBytes === null ? null : sizeOf(storage.usageBytes),
    available: storage.quotaBytes === null ? null : sizeOf(storage.quotaBytes),
    persisted: storage.isPersisted,
  }
}

const timeOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

const KILO = 1_000

function sizeOf(bytes: number): string {
  if (bytes < 10 * KILO) return `${bytes} B`
  return bytes < 10 * KILO ** 2 ? `${Math.round(bytes / KILO)} kB` : `${Math.round(bytes / KILO ** 2)} MB`
}

/** Returns the stores that have rows, with their counts; null if all are empty. */
function countsOf(rows: Readonly<Record<string, number>>): string | null {
  const told = Object.entries(rows).filter(([, count]) => count > 0)
  return told.length > 0 ? told.map(([store, count]) => `${store} ${count}`).join(', ') : null
}

type Facts = Record<string, string | number | boolean | null>

type TableProps = {
  /** The name for screen readers. */
  name: string
  /** All rows have the facts of the first one. */
  rows: readonly Facts[]
}

/** Renders a table that scrolls within itself when it is wider than the page. */
function Table({ name: title, rows }: TableProps) {
  const names = Object.keys(rows[0] ?? {})
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <section aria-label={title} tabIndex={0} className="card overflow-x-auto">
      <table className="figures w-full text-left text-sm">
        <thead>
          <tr className="border-b">
            {names.map((name) => (
              <th key={name} scope="col" className="label whitespace-nowrap px-4 py-2.5 text-muted text-xs">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={Object.values(row).join()}>
              {names.map((name) => (
                <td key={name} className="whitespace-nowrap px-4 py-2.5 align-top">
                  {row[name] === null ? <span className="text-muted">none</span> : String(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export type Facts = Record<string, string | number | boolean | null>

type TableProps = {
  /** Spoken name. */
  name: string
  /** All with the facts of the first. */
  rows: readonly Facts[]
}

/** A table that scrolls within itself where it is wider than the page. */
export function Table({ name: title, rows }: TableProps) {
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

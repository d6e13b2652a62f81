import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { CONTROL, FieldError } from './field.tsx'
import { excessOf } from './text-limit.ts'

type EntriesFieldProps = {
  label: string
  /** The name of one entry, for screen readers. */
  one: string
  /** The label of the button that adds an entry. */
  add: string
  hint?: string
  error?: string | null
  rows: readonly string[]
  /** How many entries there may be. Once they are all there, the button disappears. */
  most: number
  /** How many characters an entry may have. A longer entry is kept and counted, never cut. */
  limit?: number
  onRows: (rows: string[]) => void
}

/**
 * Renders a short list with a line for each entry. The user can add entries up to `most`, and cannot remove the
 * only one.
 */
export function EntriesField(props: EntriesFieldProps) {
  const { label, one, add, hint, rows, most, limit, onRows } = props
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [changed, setChanged] = useState<{ at: number } | null>(null)
  // An added entry gets the focus, and so does the one beside a removed entry, whose pressed button is gone.
  useEffect(() => {
    const inputs = list.current?.querySelectorAll('input')
    if (changed && inputs) inputs[Math.min(changed.at, inputs.length - 1)]?.focus()
  }, [changed])
  const error = excessIn(rows, { one, limit }) ?? props.error
  const told = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={told || undefined}>
      <legend className="label mb-1.5 text-sm">{label}</legend>
      <ul ref={list} className="grid gap-2">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its words are held by the form
          <li key={index} className="flex items-center gap-1">
            <input
              type="text"
              aria-label={`${one} ${index + 1}`}
              value={row}
              aria-invalid={error || excessOf(row, limit) ? true : undefined}
              onChange={({ target }) => onRows(rows.with(index, target.value))}
              className={CONTROL}
            />
            {rows.length > 1 && (
              <button
                // New after each removal, so that a double tap does not also remove the entry that moves up.
                key={rows.length}
                type="button"
                aria-label={`Remove ${one.toLowerCase()} ${index + 1}`}
                onClick={() => {
                  setChanged({ at: index })
                  onRows(rows.toSpliced(index, 1))
                }}
                className="touch -mr-2 animate-settle grid shrink-0 place-items-center rounded text-muted hover:text-ink"
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-xs">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
      {rows.length < most && (
        <Button
          tone="secondary"
          size="small"
          icon="plus"
          className="mt-2"
          onClick={() => {
            setChanged({ at: rows.length })
            onRows([...rows, ''])
          }}
        >
          {add}
        </Button>
      )}
    </fieldset>
  )
}

/** Returns in words which entry is the first that is too long, and by how much; null if all of them fit. */
function excessIn(
  rows: readonly string[],
  { one, limit }: Pick<EntriesFieldProps, 'one' | 'limit'>,
): string | null {
  const at = rows.findIndex((row) => excessOf(row, limit))
  return at < 0 ? null : `${one} ${at + 1}: ${excessOf(rows[at] ?? '', limit)}`
}

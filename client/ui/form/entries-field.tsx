import { useEffect, useId, useRef } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { CONTROL, FieldError } from './field.tsx'
import { excessOf } from './text-limit.ts'

type EntriesFieldProps = {
  label: string
  /** What one of them is called, for whoever does not see the list. */
  one: string
  /** What the button for another one says. */
  add: string
  hint?: string
  error?: string | null
  rows: readonly string[]
  /** So many there may be: the button goes when they are all there. */
  most: number
  /** So many characters each may have; more are kept and counted, never cut. */
  limit?: number
  onRows: (rows: string[]) => void
}

/** A short list, one line each: another one as long as there may be more, and none taken away when it is the only one. */
export function EntriesField(props: EntriesFieldProps) {
  const { label, one, add, hint, rows, most, limit, onRows } = props
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const count = useRef(rows.length)
  useEffect(() => {
    // whoever opened a row wants to write into it
    if (rows.length > count.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
    count.current = rows.length
  }, [rows.length])
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
                type="button"
                aria-label={`Remove ${one.toLowerCase()} ${index + 1}`}
                onClick={() => onRows(rows.toSpliced(index, 1))}
                className="touch -mr-2 grid shrink-0 place-items-center rounded text-muted hover:text-ink"
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
          onClick={() => onRows([...rows, ''])}
        >
          {add}
        </Button>
      )}
    </fieldset>
  )
}

/** The first row that is too long, by its place, and by how much. */
function excessIn(
  rows: readonly string[],
  { one, limit }: Pick<EntriesFieldProps, 'one' | 'limit'>,
): string | null {
  const at = rows.findIndex((row) => excessOf(row, limit))
  return at < 0 ? null : `${one} ${at + 1}: ${excessOf(rows[at] ?? '', limit)}`
}

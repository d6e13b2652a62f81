import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { DIRECTORY, type DirectoryFilter, directorySearchOf } from '../../sync/athlete/directory.ts'
import { CONTROL, FieldError } from '../ui/form/field.tsx'
import { excessOf } from '../ui/form/text-limit.ts'
import { Icon } from '../ui/icon.tsx'

const TYPING_MS = 250
const MOST = DIRECTORY.searchCharacters

type DirectorySearchFormProps = { filter: DirectoryFilter; onSearch: (q: string) => void }

/** The search form of the directory (S1-2.62). It searches a moment after the last key, or at once on Enter. */
export function DirectorySearchForm({ filter, onSearch }: DirectorySearchFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Show the current search after it was cleared or after a step back, unless the user is typing.
    if (input.current && document.activeElement !== input.current) input.current.value = filter.q
  }, [filter.q])
  const [excess, setExcess] = useState<string | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const searchNow = () => {
    clearTimeout(timer.current)
    const q = input.current?.value ?? filter.q
    if (q.trim() !== filter.q && !excessOf(q, MOST)) onSearch(q)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    searchNow()
  }
  return (
    <search>
      <form action="/ask" onSubmit={submit} className="relative max-w-xl">
        <label htmlFor={id} className="sr-only">
          Search the roster
        </label>
        <Icon
          name="search"
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted"
        />
        <input
          ref={input}
          id={id}
          type="search"
          name="q"
          autoComplete="off"
          enterKeyHint="search"
          aria-describedby={excess ? `${id}-error` : undefined}
          aria-invalid={excess ? true : undefined}
          placeholder="Search by sport, topic..."
          defaultValue={filter.q}
          onInput={({ currentTarget }) => {
            setExcess(excessOf(currentTarget.value, MOST))
            clearTimeout(timer.current)
            timer.current = setTimeout(searchNow, TYPING_MS)
          }}
          className={`${CONTROL} pl-11 [&::-webkit-search-cancel-button]:grayscale`}
        />
        {Object.entries(directorySearchOf({ ...filter, q: '' })).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <FieldError id={`${id}-error`} error={excess} />
    </search>
  )
}

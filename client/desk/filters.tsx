import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isUsername } from '../../sync/account/username.ts'
import { DESK_CALLS } from '../../sync/desk/desk-paths.ts'
import type { CreatorsAnswer } from '../../sync/desk/lists.ts'
import { Button } from '../ui/button.tsx'
import { excessOf } from '../ui/form/text-limit.ts'
import { Icon } from '../ui/icon.tsx'
import { askDesk } from './desk-queries.ts'
import { areKeysOn } from './keys-on.ts'
import { useSettled } from './use-settled.ts'

const BOX =
  'block min-h-11 w-full rounded border-[1.5px] border-control bg-surface text-sm placeholder:text-muted hover:border-ink focus-visible:border-ink'

type SelectFilterProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

/** Renders a compact dropdown with a few options. */
export function SelectFilter({ label, value, options, onChange }: SelectFilterProps) {
  return (
    <label className="relative block w-44 max-sm:w-[calc(50%-0.375rem)]">
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={`${BOX} appearance-none pr-9 pl-3`}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </label>
  )
}

/** Renders the button that leads from the single entry that a link opened to the whole list. */
export function ShowAll({ onPress }: { onPress: () => void }) {
  return (
    <Button tone="quiet" size="small" onClick={onPress}>
      Show all
    </Button>
  )
}

type DayFilterProps = {
  label: string
  /** `YYYY-MM-DD`; empty for any day. */
  value: string
  /** Whether the list always needs this day: a field that the admin leaves empty then shows its day again. */
  isRequired?: boolean
  onChange: (day: string) => void
}

const FIRST_DAY = '2020-01-01'
const LAST_DAY = '2099-12-31'

/**
 * Renders the field for the first or the last day of a list. A year is typed digit by digit, so `onChange` is not
 * called for a day outside 2020 to 2099.
 */
export function DayFilter({ label, value, isRequired = false, onChange }: DayFilterProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOutside, setOutside] = useState(false)
  useEffect(() => {
    // Setting the value would interrupt the typing, and the next digit would start the year again.
    if (!input.current || document.activeElement === input.current) return
    input.current.value = value
    setOutside(false)
  }, [value])
  const take = (day: string) => {
    const isSome = day !== ''
    setOutside(isSome && (day < FIRST_DAY || day > LAST_DAY))
    if (isSome ? day >= FIRST_DAY && day <= LAST_DAY : !isRequired) onChange(day)
  }
  return (
    <label className="flex items-center gap-2 text-muted text-sm max-sm:w-[calc(50%-0.375rem)] max-sm:flex-col max-sm:items-start max-sm:gap-1">
      {label}
      <input
        ref={input}
        type="date"
        defaultValue={value}
        min={FIRST_DAY}
        max={LAST_DAY}
        aria-invalid={isOutside || undefined}
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value === '' && isRequired) currentTarget.value = value
        }}
        className={`${BOX} figures w-36 shrink-0 px-3 text-ink max-sm:w-full sm:max-w-36`}
      />
      <span role="status" className="empty:hidden">
        {isOutside && 'Years from 2020 to 2099.'}
      </span>
    </label>
  )
}

type TextFilterProps = {
  label: string
  value: string
  onChange: (typed: string) => void
  fieldRef?: RefObject<HTMLInputElement | null>
  /** The key that moves the focus to this field. */
  hotkey?: string
  /** How many characters the search uses; a longer text gets a note that says so. */
  limit?: number
}

/** Renders the search field that narrows a list. Escape empties the field and leaves it. */
export function TextFilter({ label, value, onChange, fieldRef, hotkey, limit }: TextFilterProps) {
  const isCut = excessOf(value, limit) !== null
  return (
    <div className="w-full sm:w-64">
      <label className="relative block">
        <span className="sr-only">{label}</span>
        <Icon
          name="search"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
        />
        <input
          ref={fieldRef}
          type="search"
          value={value}
          placeholder={label}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            onChange('')
            event.currentTarget.blur()
          }}
          className={`${BOX} pr-9 pl-10`}
        />
        {hotkey && areKeysOn() && (
          <kbd
            aria-hidden
            className="absolute inset-y-0 right-3 my-auto h-fit text-muted text-xs max-md:hidden"
          >
            {hotkey}
          </kbd>
        )}
      </label>
      <p role="status" className="mt-1 text-muted text-xs empty:hidden">
        {isCut && `Only the first ${limit} characters are searched for.`}
      </p>
    </div>
  )
}

type CreatorFilterProps = { username: string | null; onChange: (username: string | null) => void }

/**
 * Renders the field that narrows a list to one athlete, with suggestions by name and username (S2-2.110). Empty, and
 * while it has what cannot be a username, such as a name, it narrows nothing.
 */
export function CreatorFilter({ username, onChange }: CreatorFilterProps) {
  const id = useId()
  const [typed, setTyped] = useState(username ?? '')
  const wanted = usernameIn(typed)
  const q = useSettled(wanted, 120)
  const { data } = useQuery({
    queryKey: [DESK_CALLS.deskCreators, q],
    queryFn: () => askDesk<CreatorsAnswer>(DESK_CALLS.deskCreators, { q }),
    placeholderData: keepPreviousData,
  })
  const found = data?.creators ?? []
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A link to the whole list clears the filter, and the field follows unless the admin is typing in it.
    if (document.activeElement !== input.current) setTyped(username ?? '')
  }, [username])
  const type = (text: string) => {
    setTyped(text)
    const name = usernameIn(text)
    onChange(isUsername(name) ? name : null)
  }
  return (
    <div className="w-52 max-sm:w-[calc(50%-0.375rem)]">
      <label className="relative block">
        <span className="sr-only">Creator</span>
        <span
          aria-hidden
          className="absolute inset-y-0 left-0 grid w-9 place-items-center text-muted text-sm"
        >
          @
        </span>
        <input
          ref={input}
          type="text"
          list={id}
          value={typed}
          autoCapitalize="none"
          spellCheck={false}
          placeholder="All Creators"
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            type('')
            event.currentTarget.blur()
          }}
          className={`${BOX} pr-3 pl-9`}
        />
        <datalist id={id}>
          {found.map((creator) => (
            <option key={creator.username} value={creator.username}>
              {creator.name}
            </option>
          ))}
        </datalist>
      </label>
      <p role="status" className="mt-1 text-muted text-xs empty:hidden">
        {wanted !== '' && !isUsername(wanted) && 'Not a username, so all creators are shown.'}
      </p>
    </div>
  )
}

/** Returns the username that a text in the field may be, as usernames are written. */
const usernameIn = (text: string) => text.trim().replace(/^@/, '').toLowerCase()

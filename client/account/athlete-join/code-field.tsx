import { TextField } from '../../ui/form/text-field.tsx'

type CodeFieldProps = { value: string; onChange: (code: string) => void }

/** The signup code; dashes, spaces and small letters do no harm. */
export function CodeField({ value, onChange }: CodeFieldProps) {
  return (
    <TextField
      label="Signup code"
      hint="It came with your invitation."
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      limit={40}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

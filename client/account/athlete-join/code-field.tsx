import { TextField } from '../../ui/form/text-field.tsx'

type CodeFieldProps = { value: string; onChange: (code: string) => void }

/** The field for the signup code. Dashes, spaces and lower-case letters are accepted. */
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

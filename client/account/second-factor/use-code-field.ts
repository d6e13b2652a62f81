import { useLater } from '../../ui/use-later.ts'

const load = async () => (await import('./code-field.tsx')).CodeField

/** Loads the code field after the form, because the server asks for a code only when the rest was right. */
export function useCodeField() {
  return useLater(load)
}

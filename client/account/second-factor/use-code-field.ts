import { useLater } from '../../ui/use-later.ts'

const load = async () => (await import('./code-field.tsx')).CodeField

/** The field for a code, loaded behind a form that asks for one only when the rest of it was right. */
export function useCodeField() {
  return useLater(load)
}

import type { tieOf } from '../../ui/form/person-fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { TypedNetworks } from './handle.ts'

/** The optional fields for handles on other networks, without the @ (S2-5.13, S2-5.17). */
export function NetworkFields({ text }: { text: (name: keyof TypedNetworks) => ReturnType<typeof tieOf> }) {
  const handle = {
    prefix: '@',
    optional: true,
    autoCapitalize: 'none',
    spellCheck: false,
    autoComplete: 'off',
  } as const
  return (
    <>
      <TextField label="Instagram" {...handle} {...text('instagram')} />
      <TextField label="TikTok" {...handle} {...text('tiktok')} />
      <TextField label="X" {...handle} {...text('x')} />
    </>
  )
}

import type { ReactNode } from 'react'
import type { ChalkName } from '../../sync/athlete/chalk-of-sport.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { ChalkLines } from '../ui/chalk/chalk-lines.tsx'

type AccountLayoutProps = { title?: string; lead?: string; ground: ChalkName; children: ReactNode }

/** Renders a form and, beside it on wide screens, the chalk lines of a field. */
export function AccountLayout({ title, lead, ground, children }: AccountLayoutProps) {
  return (
    <div className="grid flex-1 md:min-h-[38rem] md:grid-cols-2">
      <div className="wrap flex justify-center py-10 md:items-center md:py-16">
        <div className="w-full max-w-md">
          {title && <h1 className="display mb-8 text-4xl">{title}</h1>}
          {lead && <p className="-mt-4 mb-8 text-muted text-pretty">{lead}</p>}
          {children}
        </div>
      </div>
      <div
        data-theme="dark"
        aria-hidden
        className="relative isolate flex items-end overflow-hidden bg-field p-10 text-ink max-md:hidden lg:p-16"
      >
        <ChalkLines
          name={ground}
          anchor="end"
          className="-z-10 mask-b-from-30% mask-b-to-75% absolute inset-0 size-full"
        />
        <p className="display max-w-md text-4xl">{PRODUCT.slogan}</p>
      </div>
    </div>
  )
}

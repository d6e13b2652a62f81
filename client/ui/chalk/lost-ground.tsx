import type { ReactNode } from 'react'
import type { ChalkName } from '../../../sync/athlete/chalk-of-sport.ts'
import { ChalkLines } from './chalk-lines.tsx'

type LostGroundProps = { name: ChalkName; title: string; children: ReactNode }

/**
 * Renders a screen that has nothing to show: an empty field, what happened, and links to go on. The lines stay
 * clear of the words.
 */
export function LostGround({ name, title, children }: LostGroundProps) {
  return (
    <section className="relative isolate flex flex-1 flex-col justify-end overflow-hidden pt-52 pb-16 md:min-h-[32rem] md:justify-center md:py-20">
      <ChalkLines
        name={name}
        anchor="end"
        className="-z-10 mask-b-from-40% mask-b-to-100% md:mask-b-from-100% md:mask-l-from-45% md:mask-l-to-75% absolute inset-x-0 top-0 h-60 w-full text-control md:h-full"
      />
      <div className="wrap">
        <h1 className="display max-w-3xl text-4xl">{title}</h1>
        {children}
      </div>
    </section>
  )
}

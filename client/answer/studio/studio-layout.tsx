import type { ReactNode } from 'react'

type StudioLayoutProps = { children: ReactNode; actions?: ReactNode }

/** Lays out a page of the studio: the content, and under it the actions, within reach of a thumb. */
export function StudioLayout({ children, actions }: StudioLayoutProps) {
  return (
    <div className="flex min-h-full flex-col flat:flex-row">
      <div className="mx-auto flex w-full min-w-0 max-w-2xl flex-1 flex-col px-5 pt-3 pb-8 md:px-7 md:pt-8">
        {children}
      </div>
      {actions && (
        <div className="sticky bottom-0 low:static border-t bg-page flat:w-80 flat:shrink-0 flat:self-end flat:border-t-0">
          <div className="mx-auto grid max-w-2xl gap-3 px-5 pt-4 pb-safe-4 md:px-7">{actions}</div>
        </div>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'

interface DrawerSectionProps {
  readonly title: string
  /** At the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A section of the drawer of a row. */
export function DrawerSection({ title, aside, children }: DrawerSectionProps) {
  return (
    <section className="ia-drawer-section" aria-label={title}>
      <h3>
        {title}
        {aside !== undefined && <span className="ia-drawer-aside">{aside}</span>}
      </h3>
      {children}
    </section>
  )
}

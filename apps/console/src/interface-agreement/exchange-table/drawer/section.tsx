import type { ReactNode } from 'react'

interface DrawerSectionProps {
  readonly title: string
  /** At the right of the title. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** A section of the drawer of a row. */
export function DrawerSection({ title, beside, children }: DrawerSectionProps) {
  return (
    <section className="ia-drawer-section" aria-label={title}>
      <h3>
        {title}
        {beside !== undefined && <span className="ia-drawer-beside">{beside}</span>}
      </h3>
      {children}
    </section>
  )
}

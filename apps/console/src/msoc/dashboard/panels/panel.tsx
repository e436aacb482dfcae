import { Link, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: string
  /** The link to the full list. */
  readonly link?: LinkOptions
  /** Shown at the right of the head. */
  readonly headExtra?: ReactNode
  readonly area: string
  readonly children: ReactNode
}

/** A box with a head; an error in it affects only this box (rule DASHBOARD-UI-11). */
export function Panel({ title, link, headExtra, area, children }: PanelProps) {
  const id = useId()
  return (
    <section className={`c-panel db-panel db-at-${area}`} aria-labelledby={id}>
      <header className="c-panel-head">
        <h2 id={id}>
          {link ? (
            <Link {...link} className="db-title">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {headExtra !== undefined && <span className="db-head-extra">{headExtra}</span>}
      </header>
      <div className="db-body">{children}</div>
    </section>
  )
}

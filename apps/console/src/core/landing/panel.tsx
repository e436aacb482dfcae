import { Link, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import './landing.css'

interface PanelProps {
  readonly title: string
  /** The page with all of the content. */
  readonly link?: LinkOptions
  /** At the right of the head. */
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** A box with a head; an error in it does not affect the rest of the page (rule LANDING-3). */
export function Panel({ title, link, extra, children }: PanelProps) {
  const id = useId()
  return (
    <section className="c-panel" aria-labelledby={id}>
      <header className="c-panel-head">
        <h2 id={id}>
          {link ? (
            <Link {...link} className="ld-title">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {extra !== undefined && <span className="ld-extra num">{extra}</span>}
      </header>
      {children}
    </section>
  )
}

import { type ReactNode, useId } from 'react'
import './ui.css'

interface PanelProps {
  readonly title: ReactNode
  /** At the right of the header: a legend, a link, a button. */
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A titled box; its content goes to the edge. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={`c-panel ${className ?? ''}`} aria-labelledby={heading}>
      <header className="c-panel-head">
        <h2 id={heading}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: string
  /** At the right of the head. */
  readonly extra?: ReactNode
  readonly className?: string
  /** Its style bounds its height: it can be scrolled by keyboard. */
  readonly scrolls?: boolean
  readonly children: ReactNode
}

/** A box with a head. */
export function Panel({ title, extra, className, scrolls = false, children }: PanelProps) {
  const id = useId()
  return (
    <section
      className={className === undefined ? 'c-panel' : `c-panel ${className}`}
      aria-labelledby={id}
      {...(scrolls && { tabIndex: 0 })}
    >
      <header className="c-panel-head">
        <h2 id={id}>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  )
}

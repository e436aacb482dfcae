import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: string
  /** At the right of the head. */
  readonly extra?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A box with a head. */
export function Panel({ title, extra, className, children }: PanelProps) {
  const id = useId()
  return (
    <section className={className === undefined ? 'c-panel' : `c-panel ${className}`} aria-labelledby={id}>
      <header className="c-panel-head">
        <h2 id={id}>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  )
}

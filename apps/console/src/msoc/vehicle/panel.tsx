import { type ReactNode, useId } from 'react'
import '../../core/ui/ui.css'

interface PanelProps {
  readonly title: string
  /** At the right of the title: figures, a legend, buttons. */
  readonly tools?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** One section of a tab with its heading. */
export function Panel({ title, tools, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section className={`c-panel ${className}`} aria-labelledby={id}>
      <header className="c-panel-head">
        <h2 id={id}>{title}</h2>
        {tools !== undefined && <span className="vh-tools">{tools}</span>}
      </header>
      {children}
    </section>
  )
}

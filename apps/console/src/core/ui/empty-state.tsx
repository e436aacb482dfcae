import type { ReactElement, ReactNode } from 'react'
import './ui.css'

interface EmptyStateProps {
  /** A Blueprint icon at size 24. */
  readonly icon: ReactElement
  readonly title: string
  /** One sentence: why there is nothing. */
  readonly children?: ReactNode
  /** The one action to change that. */
  readonly action?: ReactElement
}

/** The placeholder for an empty list: the reason, and the action to change it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="c-state">
      <span className="c-state-icon" aria-hidden>
        {icon}
      </span>
      <p className="c-state-title">{title}</p>
      {children !== undefined && <p className="c-state-why">{children}</p>}
      {action}
    </div>
  )
}

import { HelpIcon } from '@blueprintjs/icons'
import { type ReactNode, useId, useState } from 'react'
import { Panel } from '../../core/ui/panel.tsx'

interface KpiPanelProps {
  readonly title: string
  /** What the figures mean. */
  readonly help: string
  readonly className?: string
  readonly children: ReactNode
}

/** A panel with the definition of its figures behind a question mark (rule KPI-UI-1). */
export function KpiPanel({ title, help, className = '', children }: KpiPanelProps) {
  const [isExplained, setIsExplained] = useState(false)
  const id = useId()
  const extra = (
    <button
      type="button"
      className="kp-help"
      aria-label={`What ${title} means`}
      title="What this means"
      aria-expanded={isExplained}
      aria-controls={id}
      onClick={() => setIsExplained(!isExplained)}
    >
      <HelpIcon size={14} />
    </button>
  )
  return (
    <Panel title={title} extra={extra} className={`kp-panel ${className}`}>
      <p id={id} className="kp-meaning" hidden={!isExplained}>
        {help}
      </p>
      {children}
    </Panel>
  )
}

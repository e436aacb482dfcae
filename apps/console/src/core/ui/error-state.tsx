import { Button } from '@blueprintjs/core'
import { RefreshIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { SeverityGlyph } from './severity-glyph.tsx'
import './ui.css'

interface ErrorStateProps {
  /** What failed: "Top rules did not load". */
  readonly title: string
  /** The reason, if known. */
  readonly children: ReactNode
  readonly onRetry: () => void
}

/** One panel failed; the rest of the screen still works. */
export function ErrorState({ title, children, onRetry }: ErrorStateProps) {
  return (
    <div className="c-state" role="alert">
      <span className="c-state-icon">
        <SeverityGlyph severity="critical" size={24} />
      </span>
      <p className="c-state-title">{title}</p>
      <p className="c-state-why">{children}</p>
      <Button icon={<RefreshIcon />} variant="outlined" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

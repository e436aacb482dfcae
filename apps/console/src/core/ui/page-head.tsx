import type { ReactNode } from 'react'
import { OthersHere } from './others-here.tsx'
import './ui.css'

interface PageHeadProps {
  readonly title: string
  /** Tabs or saved views, beside the title. */
  readonly tabs?: ReactNode
  /** What acts on the whole page, at the right. */
  readonly children?: ReactNode
}

/**
 * The page's title with what belongs to the whole page, and who else has it open. On a phone the bar above says the
 * title already.
 */
export function PageHead({ title, tabs, children }: PageHeadProps) {
  return (
    <header className="c-page-head">
      <h1>{title}</h1>
      {tabs}
      <div className="c-page-tools">
        <OthersHere />
        {children}
      </div>
    </header>
  )
}

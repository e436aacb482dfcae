import type { ReactNode } from 'react'
import { OthersHere } from './others-here.tsx'
import './ui.css'

interface PageHeadProps {
  readonly title: string
  /** Tabs or saved views, beside the title. */
  readonly tabs?: ReactNode
  /** Actions on the whole page, at the right. */
  readonly children?: ReactNode
}

/**
 * The page's title with the elements of the whole page, and the other users who have it open. On a phone the top bar
 * already shows the title.
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

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '../core/page/page-title.ts'
import { copyright, version } from '../core/product.ts'
import { Logo } from '../core/ui/logo.tsx'
import '../core/ui/ui.css'
import { SidePanel } from './side-panel.tsx'
import './public-page.css'

const picture = <SidePanel />

interface PublicPageProps {
  /** Of the browser's tab. */
  readonly title: string
  readonly children: ReactNode
  /** For a long form: two fields fit beside each other. */
  readonly wide?: boolean
  /** At the left where there is room; the product's own picture unless told, and nothing with `null`. */
  readonly side?: ReactNode
}

/**
 * What everybody may see, signed in or not: a form or a message, and what the product is beside it. On a phone it
 * stands alone.
 */
export function PublicPage({ title, children, wide = false, side = picture }: PublicPageProps) {
  usePageTitle(title)
  const shape = [wide && 'public-wide', side === null && 'public-alone'].filter(Boolean).join(' ')
  return (
    <div className={`public ${shape}`}>
      {side}
      <main className="public-main">
        <div className="public-logo">
          <Logo size={26} withName />
        </div>
        <div className="public-content">{children}</div>
        <footer className="public-foot">
          <span>{copyright}</span>
          <Link to="/privacy-policy">Privacy Policy</Link>
          <span className="public-version">{version}</span>
        </footer>
      </main>
    </div>
  )
}

interface PageHeadingProps {
  readonly title: string
  readonly subtitle?: string
}

export function PageHeading({ title, subtitle }: PageHeadingProps) {
  return (
    <div className="public-heading">
      <h1>{title}</h1>
      {subtitle !== undefined && <p>{subtitle}</p>}
    </div>
  )
}

/** What the server, or a rule of the form, has against what was sent. */
export function Problems({ list }: { readonly list: readonly string[] }) {
  if (list.length === 0) return undefined
  return (
    <div className="public-notice public-notice-critical" role="alert">
      <h2>Errors</h2>
      <ul>
        {list.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}

/** Covers the page while the server is asked. */
export function Overlay({ text }: { readonly text: string }) {
  return (
    <div className="public-overlay" role="status">
      <span className="public-spinner" aria-hidden />
      {text}
    </div>
  )
}

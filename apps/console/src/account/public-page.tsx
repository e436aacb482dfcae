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
  /** The title of the browser tab. */
  readonly title: string
  readonly children: ReactNode
  /** For a long form: with room for two fields side by side. */
  readonly wide?: boolean
  /** Shown at the left where there is room: the product's picture by default, nothing with `null`. */
  readonly side?: ReactNode
  /** Also shows the picture on medium screens, from 768 px. */
  readonly isMarketing?: boolean
}

/**
 * A page that everyone may see, signed in or not: a form or a message, with a description of the product beside it. A
 * phone shows the form or message only.
 */
export function PublicPage({ title, children, wide = false, side = picture, isMarketing = false }: PublicPageProps) {
  usePageTitle(title)
  const shape = [wide && 'public-wide', side === null && 'public-alone', isMarketing && 'public-marketing']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={`public ${shape}`}>
      {side}
      <main className="public-main">
        <div className="public-logo">
          <Logo size={26} />
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

/** The errors that the server, or a rule of the form, found in the input. */
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

/** Covers the page while a request is under way. */
export function Overlay({ text }: { readonly text: string }) {
  return (
    <div className="public-overlay" role="status">
      <span className="public-spinner" aria-hidden />
      {text}
    </div>
  )
}

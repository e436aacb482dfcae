import { Link } from '@tanstack/react-router'
import { PageHeading } from '../public-page.tsx'
import { SupportLink } from '../support-link.tsx'
import './completion.css'

interface BadLinkProps {
  readonly title: string
  readonly children: string
}

/** A link that is not valid, and where to go instead. */
export function BadLink({ title, children }: BadLinkProps) {
  return (
    <>
      <PageHeading title={title} subtitle={children} />
      <ul className="completion-links">
        <li>
          <Link to="/">Back to Login</Link>
        </li>
        <li>
          <Link to="/register">Request a new link</Link>
        </li>
        <li>
          <SupportLink />
        </li>
      </ul>
    </>
  )
}

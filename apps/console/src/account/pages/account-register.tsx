import { createFileRoute, Link } from '@tanstack/react-router'
import { PageHeading, PublicPage } from '../public-page.tsx'
import { SupportLink } from '../support-link.tsx'
import '../fields.css'

export const Route = createFileRoute('/account-register')({ component: RegistrationInProgress })

function RegistrationInProgress() {
  return (
    <PublicPage title="Registration in progress">
      <PageHeading
        title="Registration in progress"
        subtitle="A confirmation e-mail with a link arrives within a few minutes."
      />
      <div className="public-text">
        <p>Open the link in it to complete your registration. It is good for 24 hours.</p>
        <p>Nothing there? Look into your spam folder, or ask us.</p>
        <p>
          <SupportLink />
        </p>
      </div>
      <Link to="/" className="field-submit">
        Back to Login
      </Link>
    </PublicPage>
  )
}

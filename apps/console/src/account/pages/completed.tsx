import { createFileRoute, Link } from '@tanstack/react-router'
import { supportEmail } from '../../core/product.ts'
import { PageHeading, PublicPage } from '../public-page.tsx'
import '../completion/completion.css'
import '../fields.css'

export const Route = createFileRoute('/completed')({ component: Completed })

const steps = [
  { title: 'Open the email', text: 'It arrives within a few minutes. If it does not, look into the spam folder.' },
  { title: 'Activate your account', text: 'Follow the activation link in it.' },
  { title: 'Sign in with the temporary password', text: 'You can change it after login.' },
]

/** The page after a registration: the next step is in the user's mailbox. */
function Completed() {
  return (
    <PublicPage title="Registration complete">
      <PageHeading
        title="Your DEMO Trial is activated"
        subtitle="We have emailed you a temporary password and an activation link."
      />
      <ol className="completion-steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <div>
              <strong>{title}</strong>
              <span>{text}</span>
            </div>
          </li>
        ))}
      </ol>
      <Link to="/" className="field-submit">
        Back to Login
      </Link>
      <p className="public-elsewhere">
        Need help? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </PublicPage>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { PolicyText } from '../privacy/policy-text.tsx'
import { PageHeading, PublicPage } from '../public-page.tsx'

export const Route = createFileRoute('/privacy-policy')({ component: PrivacyPolicy })

function PrivacyPolicy() {
  return (
    <PublicPage title="Privacy Policy" wide side={null}>
      <PageHeading title="Privacy Policy" />
      <PolicyText heading="h2" />
    </PublicPage>
  )
}

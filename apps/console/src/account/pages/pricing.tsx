import { createFileRoute, Link } from '@tanstack/react-router'
import { Plans } from '../plans/plans.tsx'
import { PublicPage } from '../public-page.tsx'

export const Route = createFileRoute('/pricing')({ component: Pricing })

function Pricing() {
  return (
    <PublicPage title="Plans" wide side={null}>
      <Plans />
      <p className="plans-back">
        <Link to="/">Back to Login</Link>
      </p>
    </PublicPage>
  )
}

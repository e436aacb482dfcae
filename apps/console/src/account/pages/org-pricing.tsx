import { createFileRoute } from '@tanstack/react-router'
import { usePageTitle } from '../../core/page/page-title.ts'
import { Plans } from '../plans/plans.tsx'

export const Route = createFileRoute('/org/lifecycle/pricing')({ component: OrgPricing })

function OrgPricing() {
  usePageTitle('Plans')
  return (
    <div className="plans-in-shell">
      <Plans />
    </div>
  )
}

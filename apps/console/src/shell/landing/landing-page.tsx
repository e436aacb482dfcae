import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { listAudit } from '@carapace/shared/account/security.contract'
import { may } from '@carapace/shared/permissions'
import { Suspense } from 'react'
import { Panel } from '../../core/landing/panel.tsx'
import { allPanelsIn, type Places } from '../../core/page/panels.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useHasLicence } from '../../core/session/licences.ts'
import { useSession } from '../../core/session/session.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { NotLicensed } from './not-licensed.tsx'
import { WorkPanel } from './work-panel.tsx'

type Place = keyof Places & `landing-${string}`

/** The first page after the sign-in: the user's work for today, and the panels of the modules. */
export function LandingPage() {
  usePageTitle('Dashboard')
  const user = useSession()
  return user && <Landing user={user} />
}

function Landing({ user }: { readonly user: SessionUser }) {
  return (
    <div className="ld">
      <header className="ld-head">
        <h1>Dashboard</h1>
        <span className="ld-faint">{user.organization.name}</span>
      </header>
      <PanelsOf place="landing-across" />
      <div className="ld-grid">
        <div className="ld-column ld-mine">
          <WorkPanel user={user} />
          <PanelsOf place="landing-mine" />
        </div>
        <div className="ld-column ld-work">
          <PanelsOf place="landing-work" />
          {may(user.role, listAudit.needs) && <ActivityPanel />}
        </div>
        <div className="ld-column ld-field">
          <PanelsOf place="landing-field" />
          <PanelsOf place="landing-field-end" />
        </div>
      </div>
    </div>
  )
}

function PanelsOf({ place }: { readonly place: Place }) {
  return allPanelsIn(place).map((panel) => <Licensed key={panel.title} {...panel} />)
}

/** A module's panel; without its licence the hint or nothing (rule LANDING-4). */
function Licensed({ title, licence, hasHint, Panel: Content }: ReturnType<typeof allPanelsIn<Place>>[number]) {
  const isLicensed = useHasLicence(licence)
  if (isLicensed)
    return (
      <Suspense>
        <Content />
      </Suspense>
    )
  return (
    hasHint && (
      <Panel title={title}>
        <NotLicensed licence={licence} />
      </Panel>
    )
  )
}

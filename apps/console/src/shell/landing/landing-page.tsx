import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { listAudit } from '@carapace/shared/account/security.contract'
import { may } from '@carapace/shared/permissions'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useSession } from '../../core/session/session.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { AlertsPanel } from './alerts-panel.tsx'
import { CasesPanel } from './cases-panel.tsx'
import { FleetPanel } from './fleet-panel.tsx'
import { NotLicensed, Panel } from './panel.tsx'
import { PhasesPanel } from './phases-panel.tsx'
import { ProgramsPanel } from './programs-panel.tsx'
import { WaitingPanel } from './waiting-panel.tsx'
import './landing.css'

/** The first page after the sign-in: the user's work for today, the state of the programs, the health of the fleet. */
export function LandingPage() {
  usePageTitle('Dashboard')
  const user = useSession()
  return user && <Landing user={user} />
}

function Landing({ user }: { readonly user: SessionUser }) {
  const { name, license } = user.organization
  const hasPrograms = license.modules.includes('LIFECYCLE_CONCEPT_PHASE')
  const hasMsoc = license.modules.includes('MSOC')
  return (
    <div className="ld">
      <header className="ld-head">
        <h1>Dashboard</h1>
        <span className="ld-faint">{name}</span>
      </header>
      {hasPrograms && <PhasesPanel />}
      <div className="ld-grid">
        <div className="ld-column ld-mine">
          <WaitingPanel user={user} />
          {hasMsoc && <CasesPanel />}
        </div>
        <div className="ld-column ld-work">
          {hasPrograms ? (
            <ProgramsPanel />
          ) : (
            <Panel title="Programs">
              <NotLicensed licence="LIFECYCLE_CONCEPT_PHASE" />
            </Panel>
          )}
          {may(user.role, listAudit.needs) && <ActivityPanel />}
        </div>
        <div className="ld-column ld-field">
          {hasMsoc ? (
            <Operations />
          ) : (
            <Panel title="Fleet and alerts">
              <NotLicensed licence="MSOC" />
            </Panel>
          )}
        </div>
      </div>
    </div>
  )
}

function Operations() {
  return (
    <>
      <FleetPanel />
      <AlertsPanel />
    </>
  )
}

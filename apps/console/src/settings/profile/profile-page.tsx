import { getProfile } from '@carapace/shared/account/team.contract'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { useZone } from '../../core/format/zone.ts'
import { SettingsPage } from '../settings-page.tsx'
import { HomePanel } from './home-panel.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { ThemePanel } from './theme-panel.tsx'
import { YourDataPanel } from './your-data-panel.tsx'

/** The user's profile, preferences, sessions, and stored personal data. */
export function ProfilePage() {
  useZone() // when the user chooses a zone here, the whole page shows its times in it
  return (
    <SettingsPage title="Your Profile">
      <div className="st-columns">
        <div className="st-stack">
          <AboutYou />
          <ThemePanel />
          <HomePanel />
        </div>
        <div className="st-stack">
          <SessionsPanel />
          <YourDataPanel />
        </div>
      </div>
    </SettingsPage>
  )
}

function AboutYou() {
  const { data, problem, refetch } = useEndpoint(getProfile, {})
  return (
    <section className="c-panel" aria-label="About you">
      <div className="c-panel-head">
        <h2>About you</h2>
      </div>
      {data === undefined && problem === undefined && <SkeletonRows rows={7} rowHeight={48} columns={['1fr', '1fr']} />}
      {data === undefined && problem !== undefined && (
        <ErrorState title="Your profile did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {data !== undefined && <ProfileForm first={data.profile} />}
    </section>
  )
}

import { getOrganisation, type OrganisationSettings } from '@carapace/shared/account/organisation.contract'
import { listAudit } from '@carapace/shared/account/security.contract'
import { listDeviceTokens } from '@carapace/shared/msoc/ingest/ingest.contract'
import { useState } from 'react'
import { IngestKeys } from '../../core/ingest/ingest-keys.tsx'
import { IngestSettings } from '../../core/ingest/ingest-settings.tsx'
import { useRefusal } from '../../core/session/may.ts'
import { useSession } from '../../core/session/session.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { SecurityLogPage } from '../security-log/security-log-page.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { DeviceTokensOf } from './device-tokens-of.tsx'
import { LicencePanel } from './licence-panel.tsx'
import { OrganisationForm } from './organisation-form.tsx'
import type { SettingsSearch } from './search.ts'

interface OrganisationScreenProps {
  readonly search: SettingsSearch
  readonly go: (search: SettingsSearch) => void
}

/** The organisation's settings, or its security log: for whoever may not read that, always the settings. */
export function OrganisationScreen({ search, go }: OrganisationScreenProps) {
  const mayReadLog = useRefusal(listAudit) === undefined
  return search.tab === 'security-log' && mayReadLog ? (
    <SecurityLogPage search={search} go={go} />
  ) : (
    <OrganisationPage />
  )
}

function OrganisationPage() {
  const { data, problem, refetch } = useEndpoint(getOrganisation, {})
  return (
    <SettingsPage title="Organisation">
      {data === undefined && problem === undefined && (
        <section className="c-panel">
          <SkeletonRows rows={8} columns={['1fr', '2fr']} />
        </section>
      )}
      {data === undefined && problem !== undefined && (
        <ErrorState title="The organisation did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {data !== undefined && <Panels first={data.organisation} />}
    </SettingsPage>
  )
}

function Panels({ first }: { readonly first: OrganisationSettings }) {
  const [organisation, setOrganisation] = useState(first)
  const mayReadTokens = useRefusal(listDeviceTokens) === undefined
  const hasMsoc = useSession()?.organization.license.modules.includes('MSOC') === true
  return (
    <div className="st-columns">
      <div className="st-stack">
        <OrganisationForm kept={organisation} onKept={setOrganisation} />
        {hasMsoc && <IngestSettings />}
      </div>
      <div className="st-stack">
        <LicencePanel organisation={organisation} />
        {hasMsoc && mayReadTokens && <DeviceTokensOf />}
      </div>
      {hasMsoc && (
        <div className="st-across">
          <IngestKeys />
        </div>
      )}
    </div>
  )
}

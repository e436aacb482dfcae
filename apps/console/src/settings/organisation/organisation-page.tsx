import { getOrganisation, type OrganisationSettings } from '@carapace/shared/account/organisation.contract'
import { listAudit } from '@carapace/shared/account/security.contract'
import { Suspense, useState } from 'react'
import { usePanels } from '../../core/page/panels.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { SecurityLogPage } from '../security-log/security-log-page.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { LicencePanel } from './licence-panel.tsx'
import { OrganisationForm } from './organisation-form.tsx'
import type { SettingsSearch } from './search.ts'

interface OrganisationScreenProps {
  readonly search: SettingsSearch
  readonly go: (search: SettingsSearch) => void
}

/** The organisation's settings, or its security log; users who may not read the log always see the settings. */
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
  const across = usePanels('organisation-across')
  return (
    <div className="st-columns">
      <div className="st-stack">
        <OrganisationForm kept={organisation} onKept={setOrganisation} />
        <ModulePanels panels={usePanels('organisation-start')} />
      </div>
      <div className="st-stack">
        <LicencePanel organisation={organisation} />
        <ModulePanels panels={usePanels('organisation-end')} />
      </div>
      {across.length > 0 && (
        <div className="st-across">
          <ModulePanels panels={across} />
        </div>
      )}
    </div>
  )
}

/** Panels that modules add; each is shown once it is loaded. */
function ModulePanels({ panels }: { readonly panels: ReturnType<typeof usePanels<'organisation-start'>> }) {
  return panels.map(({ title, Panel }) => (
    <Suspense key={title}>
      <Panel />
    </Suspense>
  ))
}

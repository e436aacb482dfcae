import { usePageTitle } from '../../core/page/page-title.ts'
import { PageHead } from '../../core/ui/page-head.tsx'
import type { ConfigurationSearch } from '../search.ts'
import { AliasesTab } from './aliases-tab.tsx'
import { LicencePolicyTab } from './licence-policy-tab.tsx'
import { PipelineTab } from './pipeline-tab.tsx'
import { QualityPolicyTab } from './quality-policy-tab.tsx'
import '../../core/ui/form.css'
import '../sbom.css'

interface ConfigurationPageProps {
  readonly search: ConfigurationSearch
  readonly go: (search: ConfigurationSearch) => void
}

const tabs = [
  [undefined, 'Licences'],
  ['aliases', 'Aliases'],
  ['quality', 'Quality'],
  ['pipeline', 'Pipeline'],
] as const

/** How the organisation judges software, and what it calls components (rules SBOM-UI-14 to SBOM-UI-16). */
export function ConfigurationPage({ search, go }: ConfigurationPageProps) {
  usePageTitle('SBOM Configuration')
  return (
    <div className="sb-page">
      <PageHead title="SBOM Configuration" />
      <nav className="sb-tabs c-tabs" aria-label="Views of this page">
        {tabs.map(([tab, name]) => (
          <button
            key={name}
            type="button"
            className="c-tab"
            aria-current={search.tab === tab ? 'page' : undefined}
            onClick={() => go({ projectId: search.projectId, ...(tab !== undefined && { tab }) })}
          >
            {name}
          </button>
        ))}
      </nav>
      {search.tab === undefined && <LicencePolicyTab />}
      {search.tab === 'aliases' && <AliasesTab />}
      {search.tab === 'quality' && <QualityPolicyTab />}
      {search.tab === 'pipeline' && <PipelineTab />}
    </div>
  )
}

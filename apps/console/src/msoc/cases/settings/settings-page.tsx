import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../../../core/page/page-title.ts'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { useCaseSettings } from '../use-settings.ts'
import { FieldsPanel } from './fields-panel.tsx'
import { StatusesPanel } from './statuses-panel.tsx'
import { TemplatesPanel } from './templates-panel.tsx'
import '../../../core/ui/form.css'
import '../cases.css'
import './settings.css'

/** The statuses, the fields and the templates of the organisation's cases (rule CASE-UI-70). */
export function CaseSettingsPage() {
  usePageTitle('Case settings')
  const { settings, problem, refetch } = useCaseSettings()
  return (
    <div className="cse-page">
      <PageHead title="Case settings">
        <Link className="bp6-button bp6-outlined" to="/org/msoc/dashboard/case-management">
          All cases
        </Link>
      </PageHead>
      <Loaded
        what="The settings"
        data={settings}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={10} columns={['2fr', '1fr', '1fr', '80px']} />}
      >
        {(known) => (
          <div className="cse-body">
            <TemplatesPanel settings={known} onChanged={refetch} />
            <StatusesPanel statuses={known.statuses} onChanged={refetch} />
            <FieldsPanel fields={known.fields} onChanged={refetch} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

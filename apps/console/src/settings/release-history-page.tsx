import { getReleaseHistory } from '@carapace/shared/account/release-history.contract'
import { version } from '@carapace/shared/core/version'
import { useEndpoint } from '../core/call/query.ts'
import { Loaded } from '../core/ui/loaded.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { Badge } from '../core/ui/status-badge.tsx'
import { SettingsPage } from './settings-page.tsx'

/** The changes of each version. */
export function ReleaseHistoryPage() {
  const { data, problem, refetch } = useEndpoint(getReleaseHistory, {})
  return (
    <SettingsPage title="Release history">
      <Loaded
        what="The release history"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={8} columns={['1fr']} />}
      >
        {({ releases }) => (
          <ol className="st-releases st-medium">
            {releases.map((release) => (
              <li key={release.version} className="c-panel st-release">
                <div className="c-panel-head">
                  <h2>
                    v{release.version} · {release.title}
                  </h2>
                  {release.version === version && <Badge tone="green">This version</Badge>}
                </div>
                <ul>
                  {release.changes.map((change) => (
                    <li key={change}>{change}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </SettingsPage>
  )
}

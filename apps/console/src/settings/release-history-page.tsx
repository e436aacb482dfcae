import { version } from '@carapace/shared/core/version'
import { Badge } from '../core/ui/status-badge.tsx'
import { releases } from './release-history.ts'
import { SettingsPage } from './settings-page.tsx'

/** The changes of each version. */
export function ReleaseHistoryPage() {
  return (
    <SettingsPage title="Release history">
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
    </SettingsPage>
  )
}

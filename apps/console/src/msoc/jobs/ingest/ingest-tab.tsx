import { IngestKeys } from '../../ingest/ingest-keys.tsx'
import { IngestSettings } from '../../ingest/ingest-settings.tsx'
import { CatalogueImport } from './catalogue-import.tsx'
import { Counters } from './counters.tsx'
import { Pipeline } from './pipeline.tsx'
import { SyslogLosses } from './syslog-losses.tsx'

/** The ingest state, and the keys and tokens for sending events. */
export function IngestTab() {
  return (
    <div className="jb-ingest">
      <Counters />
      <Pipeline />
      <SyslogLosses />
      <div className="jb-wide">
        <IngestKeys />
      </div>
      <IngestSettings />
      <CatalogueImport />
    </div>
  )
}

import { IngestKeys } from '../../ingest/ingest-keys.tsx'
import { IngestSettings } from '../../ingest/ingest-settings.tsx'
import { CatalogueImport } from './catalogue-import.tsx'
import { Counters } from './counters.tsx'
import { Pipeline } from './pipeline.tsx'

/** The ingest state, and the keys and tokens for sending events. */
export function IngestTab() {
  return (
    <div className="jb-ingest">
      <Counters />
      <Pipeline />
      <div className="jb-wide">
        <IngestKeys />
      </div>
      <IngestSettings />
      <CatalogueImport />
    </div>
  )
}

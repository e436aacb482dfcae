import { IngestKeys } from '../../ingest/ingest-keys.tsx'
import { IngestSettings } from '../../ingest/ingest-settings.tsx'
import { CatalogueImport } from './catalogue-import.tsx'
import { Counters } from './counters.tsx'
import { Pipeline } from './pipeline.tsx'

/** What comes in and how well, and who may send it. */
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

import { CatalogueImport } from './catalogue-import.tsx'
import { Counters } from './counters.tsx'
import { IngestKeys } from './ingest-keys.tsx'
import { IngestSettings } from './ingest-settings.tsx'
import { Pipeline } from './pipeline.tsx'

/** What comes in and how well, and who may send it. */
export function IngestTab() {
  return (
    <div className="jb-ingest">
      <Counters />
      <Pipeline />
      <IngestKeys />
      <IngestSettings />
      <CatalogueImport />
    </div>
  )
}

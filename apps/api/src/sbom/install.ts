import type { Org } from '@carapace/shared/core/owned'
import type { Tx } from '../core/db.ts'
import type { Install } from '../module.ts'
import { writeVex } from './documents/vex/write-vex.ts'
import { documentNotificationKinds } from './bom-documents/document-notices.ts'
import { documentRoutes } from './bom-documents/documents.routes.ts'
import { bomReads } from './bom-documents/reading.ts'
import { createRemovals } from './bom-documents/removing.ts'
import { createReadings } from './bom-documents/readings.ts'
import { createBomThread } from './bom-documents/thread.ts'
import { componentRoutes } from './components/components.routes.ts'
import { cryptoRoutes } from './crypto/crypto.routes.ts'
import { createExpiryNotices, cryptoNotificationKinds } from './crypto/expiry-notices.ts'
import { exchangeRoutes } from './exchange/exchange.routes.ts'
import { sbomPersonalData } from './personal-data.queries.ts'
import { policyRoutes } from './policies/policies.routes.ts'
import { billsOfProgram } from './software/program-bills.queries.ts'
import { softwareRoutes } from './software/software.routes.ts'

declare module '../module.ts' {
  interface Services {
    /** Writes statements as a VEX document; what the format has no words for is listed. */
    readonly writeVex: typeof writeVex
    /** The bills of materials of a program's software; who calls it has checked that the program may be seen. */
    readonly billsOfProgram: typeof billsOfProgram
    /** The open findings of releases, by the releases' uuids; releases without any may be absent. */
    openFindings?(org: Org, releaseUuids: readonly string[]): Promise<ReadonlyMap<string, number>>
    /**
     * A document was removed that had these component versions: what was found in those that no document has any more
     * ends. Returns the component versions that stay for its history.
     */
    componentsLeft?(tx: Tx, org: Org, components: readonly number[]): Promise<ReadonlySet<number>>
  }
}

/** Software, its releases and their bills of materials. */
export const sbom: Install = (deps) => {
  const thread = createBomThread()
  const removals = createRemovals(deps)
  const readings = createReadings()
  return {
    async routes(app, jobs) {
      await softwareRoutes(app, { ...deps, removals })
      await documentRoutes(app, { ...deps, jobs, removals })
      await componentRoutes(app, deps)
      await policyRoutes(app, deps)
      await exchangeRoutes(app, { ...deps, jobs, thread })
      await cryptoRoutes(app, deps)
    },
    jobs: [bomReads({ ...deps, thread, readings })],
    notificationKinds: [...cryptoNotificationKinds, ...documentNotificationKinds],
    personalData: sbomPersonalData,
    services: { writeVex, billsOfProgram },
    background: [{ stop: () => thread.stop().then(() => readings.stop()) }, removals, createExpiryNotices(deps)],
  }
}

import type { Org } from '@carapace/shared/core/owned'
import type { Install } from '../module.ts'
import { softwareRoutes } from './software/software.routes.ts'

declare module '../module.ts' {
  interface Services {
    /** The open findings of releases, by the releases' uuids; releases without any may be absent. */
    openFindings?(org: Org, releaseUuids: readonly string[]): Promise<ReadonlyMap<string, number>>
  }
}

/** Software, its releases and their bills of materials. */
export const sbom: Install = (deps) => ({
  async routes(app) {
    await softwareRoutes(app, deps)
  },
})

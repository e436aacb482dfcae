import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import {
  deleteRelease,
  getRelease,
  listReleases,
  type Release,
  saveRelease,
  setReleaseState,
} from '@carapace/shared/sbom/releases.contract'
import { deleteSoftware, listSoftware, saveSoftware, type Software } from '@carapace/shared/sbom/software.contract'
import type { Rounds } from '@carapace/shared/core/rounds'
import type { Database } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { programsSeenAmong } from '../../graph/programs/programs.queries.ts'
import type { Services } from '../../module.ts'
import { nextAfter, skippedBy } from '../paging.ts'
import { dropRelease, moveRelease, writeRelease } from './release-writes.ts'
import { releaseByUuid, releasesPage } from './releases.queries.ts'
import { softwareOf } from './software.queries.ts'
import { dropSoftware, writeSoftware } from './software-writes.ts'

interface Deps {
  readonly db: Database
  readonly services: Partial<Services>
  readonly removals: Pick<Rounds, 'wake'>
}

/** Software and its releases over HTTP (rules SBOM-1 to SBOM-4, SBOM-8 of packages/shared/src/sbom/SPEC.md). */
export async function softwareRoutes(app: FastifyInstance, { db, services, removals }: Deps): Promise<void> {
  serve(app, listSoftware).with(async ({ input, caller }) => {
    if (input.program_uuid !== undefined) await seeProgram(db, caller, input.program_uuid)
    return { software: await withSeenPrograms(caller, await softwareOf(db, caller.org, input)) }
  })
  serve(app, saveSoftware).with(async ({ input, caller }) => {
    const saved = await db.transaction((tx) => writeSoftware(tx, caller, input))
    return { success: true, software: (await withSeenPrograms(caller, [saved]))[0]! }
  })
  serve(app, deleteSoftware).with(async ({ input, caller }) => {
    const releases = await db.transaction((tx) => dropSoftware(tx, caller, input))
    removals.wake()
    return { success: true, releases }
  })

  serve(app, listReleases).with(async ({ input, caller }) => {
    if (input.program_uuid !== undefined) await seeProgram(db, caller, input.program_uuid)
    const skip = skippedBy(input.cursor)
    const { releases, total } = await releasesPage(db, caller.org, input, skip)
    return {
      releases: await withFindings(caller, releases),
      total,
      next_cursor: nextAfter(skip, releases.length, total),
    }
  })
  serve(app, getRelease).with(async ({ input: { uuid }, caller }) => {
    const release = await releaseByUuid(db, caller.org, uuid)
    if (!release) throw new Failure('NOT_FOUND')
    return { release: (await withFindings(caller, [release]))[0]! }
  })
  serve(app, saveRelease).with(async ({ input, caller }) => ({
    success: true,
    release: await db.transaction((tx) => writeRelease(tx, caller, input)),
  }))
  serve(app, setReleaseState).with(async ({ input, caller }) => ({
    success: true,
    release: await db.transaction((tx) => moveRelease(tx, caller, input)),
  }))
  serve(app, deleteRelease).with(async ({ input, caller }) => {
    await db.transaction((tx) => dropRelease(tx, caller, input))
    removals.wake()
    return { success: true }
  })

  /** Which program a software belongs to is shown to those who see the program. */
  async function withSeenPrograms({ org, user }: Caller, all: readonly Software[]): Promise<Software[]> {
    const named = [...new Set(all.flatMap(({ program_uuid: program }) => program ?? []))]
    const seen = new Set(named.length === 0 ? [] : await programsSeenAmong(db, org, user, named))
    return all.map((one) => ({
      ...one,
      program_uuid: one.program_uuid !== null && seen.has(one.program_uuid) ? one.program_uuid : null,
    }))
  }

  /** Counts of findings come from vulnerability management, for organisations that have its licence. */
  async function withFindings({ org, licence }: Caller, all: readonly Release[]): Promise<Release[]> {
    const { openFindings } = services
    if (!openFindings || all.length === 0 || !licence.modules.includes('LIFECYCLE_VULN')) return [...all]
    const counts = await openFindings(
      org,
      all.map(({ uuid }) => uuid),
    )
    return all.map((release) => ({ ...release, findings: counts.get(release.uuid) ?? 0 }))
  }
}

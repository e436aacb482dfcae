import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  getBomGraph,
  getComponentUse,
  getOccurrence,
  getPaths,
  getTree,
  listComponents,
  searchComponents,
} from '@carapace/shared/sbom/components.contract'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { nextAfter, skippedBy } from '../paging.ts'
import { componentsPage, documentInUse, occurrenceAt } from './components.queries.ts'
import { graphAround } from './graph.ts'
import { pathsTo } from './paths.ts'
import { childrenOf, componentsAt, edgesAt, middleOf, rootsOf } from './tree.queries.ts'
import { componentById, foundComponents, releasesWith, vehiclesWith, versionsOf } from './use.queries.ts'

/** Edges that are read at one step of a walk through a graph. */
const edgesAtOnce = 20_000
/** Components whose needers are looked for on the way to a subject. */
const mostVisited = 20_000

/** Components over HTTP (rules SBOM-30 to SBOM-34 of packages/shared/src/sbom/SPEC.md). */
export async function componentRoutes(app: FastifyInstance, { db }: { readonly db: Database }): Promise<void> {
  serve(app, listComponents).with(async ({ input, caller: { org } }) => {
    const skip = skippedBy(input.cursor)
    const document = await knownDocument(org, input.release_uuid)
    if (document === null) return { components: [], total: 0, next_cursor: null }
    const { components, total } = await componentsPage(db, org, document, input, skip)
    return { components, total, next_cursor: nextAfter(skip, components.length, total) }
  })

  serve(app, getOccurrence).with(async ({ input: { release_uuid: release, position }, caller: { org } }) => {
    const found = await occurrenceAt(db, org, await neededDocument(org, release), position)
    if (!found) throw new Failure('NOT_FOUND')
    return found
  })

  serve(app, getTree).with(async ({ input: { release_uuid: release, position, after, limit }, caller: { org } }) => {
    const document = await knownDocument(org, release)
    if (document === null) return { nodes: [], total: 0, next: null }
    const { nodes, total } =
      position === undefined
        ? await rootsOf(db, org, document, { after: after ?? -2, limit })
        : await childrenOf(db, org, document, position, { after: after ?? -1, limit })
    const last = nodes.length < limit ? undefined : nodes.at(-1)
    return { nodes, total, next: last === undefined ? null : last.position }
  })

  serve(app, getBomGraph).with(async ({ input: { release_uuid: release, position, limit }, caller: { org } }) => {
    const document = await knownDocument(org, release)
    const middle = document === null ? undefined : (position ?? (await middleOf(db, org, document)))
    if (document === null || middle === undefined) return { nodes: [], edges: [], total: 0 }
    const drawn = await graphAround(middle, limit, {
      edgesFrom: (positions) => edgesAt(db, org, document, positions, { way: 'from', limit: edgesAtOnce }),
      components: (positions) => componentsAt(db, org, document, positions),
    })
    const { total } = await componentsPage(
      db,
      org,
      document,
      listComponents.input.parse({ release_uuid: release, limit: 1 }),
      0,
    )
    return { ...drawn, total }
  })

  serve(app, getPaths).with(async ({ input: { release_uuid: release, position }, caller: { org } }) => {
    const document = await neededDocument(org, release)
    const subject = await middleOf(db, org, document)
    if (subject === undefined) return { paths: [], is_cut: false }
    const { paths, isCut } = await pathsTo(
      position,
      subject,
      (positions) => edgesAt(db, org, document, positions, { way: 'to', limit: edgesAtOnce }),
      { paths: sbomLimits.paths, length: sbomLimits.pathLength, visited: mostVisited },
    )
    const named = new Map(
      (await componentsAt(db, org, document, [...new Set(paths.flat())])).map(({ position: at, name, version }) => [
        at,
        { position: at, name, version },
      ]),
    )
    return { paths: paths.map((path) => path.flatMap((at) => named.get(at) ?? [])), is_cut: isCut }
  })

  serve(app, searchComponents).with(async ({ input: { q, limit }, caller: { org } }) =>
    foundComponents(db, org, q, limit),
  )

  serve(app, getComponentUse).with(async ({ input: { component_id: id }, caller: { org } }) => {
    const found = await componentById(db, org, id)
    if (!found) throw new Failure('NOT_FOUND')
    const { row, keys } = found
    const [versions, releases, vehicles] = await Promise.all([
      versionsOf(db, org, row),
      releasesWith(db, org, row),
      vehiclesWith(db, org, row),
    ])
    return {
      component: {
        component_id: row.id,
        identity_kind: row.identityKind,
        identity: row.identity,
        type: row.type,
        group: row.group,
        name: row.name,
        version: row.version,
        purl: row.purl,
        cpe: row.cpe,
        supplier: row.supplier,
        unmatched: row.unmatched,
        first_seen: row.firstSeen.toISOString(),
        keys,
      },
      versions,
      releases,
      vehicles,
    }
  })

  /** The document in use of a release; null: it has none. */
  async function knownDocument(org: Org, releaseUuid: string): Promise<string | null> {
    const document = await documentInUse(db, org, releaseUuid)
    if (document === undefined) throw new Failure('NOT_FOUND')
    return document
  }

  async function neededDocument(org: Org, releaseUuid: string): Promise<string> {
    const document = await knownDocument(org, releaseUuid)
    if (document === null) throw new Failure('NOT_FOUND', { message: 'The release has no bill of materials yet.' })
    return document
  }
}

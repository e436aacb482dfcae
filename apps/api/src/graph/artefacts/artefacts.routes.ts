import type { FastifyInstance } from 'fastify'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { topics } from '@carapace/shared/account/topics'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import {
  confirmLinks,
  deleteArtefacts,
  getArtefact,
  getArtefactHistory,
  getArtefacts,
  getImpact,
  getSuspects,
  saveArtefacts,
} from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { graphVersionOf, programOfArtefact, seeProgram } from '../programs/access.queries.ts'
import {
  artefactNamed,
  artefactsPage,
  artefactResponse,
  authorOf,
  linksAt,
  linksChangedBy,
  type ListedLink,
  linkResponse,
  nodesNamed,
  suspectLinks,
} from './artefacts.queries.ts'
import { admitToKinds, licensedKinds } from '../licences.ts'
import { impactOf } from './impact.ts'
import { originOfVersions, versionsBefore } from './reading.queries.ts'
import { lastDecision } from '../collaboration/reviews.queries.ts'
import { reviewResponse } from '../collaboration/reviews.ts'
import { type AfterWrite, confirmSuspects, eraseArtefacts, writeGraph } from './writes.ts'

export interface GraphDeps {
  readonly db: Database
  readonly publisher: Publisher
  /** Computes the values that depend on a change, in its transaction (rule GRAPH-22). */
  readonly afterWrite: AfterWrite
}

/** Notifies live pages that a graph changed; they read the changes from its tables. */
export function announceGraph(publisher: Publisher, org: Org, programUuid: string): void {
  publisher.publish(topics.graphs(org.uuid), [programUuid])
  publisher.publish(topics.allGraphs, [org.uuid])
}

/**
 * Artefacts of every kind and their links over HTTP (rules GRAPH-1 to GRAPH-13 of packages/shared/src/graph/SPEC.md).
 */
export async function artefactRoutes(app: FastifyInstance, { db, publisher, afterWrite }: GraphDeps): Promise<void> {
  serve(app, getArtefacts).with(
    async ({
      input: { program_uuid: programUuid, kinds, uuids, project_uuid: projectUuid, q, after: cursor, limit },
      caller,
    }) => {
      await seeProgram(db, caller, programUuid)
      admitToKinds(caller, kinds ?? [])
      const seq = await graphVersionOf(db, caller.org, programUuid)
      const rows = await artefactsPage(db, caller.org, {
        programUuid,
        kinds: kinds ?? licensedKinds(caller),
        uuids,
        projectUuid,
        q,
        after: decoded(cursor),
        limit: limit + 1,
      })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1)!.row : undefined
      return {
        success: true,
        artefacts: page.map((row) => artefactResponse(row, false)),
        ...(await linkedResponse(
          db,
          caller,
          programUuid,
          page.map(({ row }) => row.uuid),
        )),
        next: last ? `${last.kind}|${last.number}` : null,
        seq,
      }
    },
  )

  serve(app, getArtefact).with(async ({ input: { uuid }, caller }) => {
    const programUuid = await programOfArtefact(db, caller, uuid)
    const found = await artefactNamed(db, caller.org, uuid)
    if (!found) throw new Failure('NOT_FOUND')
    return {
      success: true,
      program_uuid: programUuid,
      artefact: artefactResponse(found, true),
      ...(await linkedResponse(db, caller, programUuid, [uuid])),
      created_at: found.row.createdAt.toISOString(),
      created_by: found.creator,
      review: await reviewResponse(db, caller, programUuid, uuid),
      decided: await lastDecision(db, caller.org, uuid),
    }
  })

  serve(app, saveArtefacts).with(async ({ input: { program_uuid: programUuid, ...graphInput }, caller }) => {
    const { uuids, seq } = await db.transaction((tx) => writeGraph(tx, caller, programUuid, graphInput, afterWrite))
    announceGraph(publisher, caller.org, programUuid)
    const rows = await artefactsPage(db, caller.org, { programUuid, uuids, limit: uuids.length })
    const responses = new Map(rows.map((row) => [row.row.uuid, artefactResponse(row, true)]))
    return {
      success: true,
      artefacts: uuids.flatMap((uuid) => responses.get(uuid) ?? []),
      ...(await linksChangedBy(db, caller.org, programUuid, seq)),
      seq,
    }
  })

  serve(app, deleteArtefacts).with(async ({ input: { program_uuid: programUuid, artefacts }, caller }) => {
    const seq = await db.transaction((tx) => eraseArtefacts(tx, caller, programUuid, artefacts, afterWrite))
    announceGraph(publisher, caller.org, programUuid)
    return { success: true, seq }
  })

  serve(app, confirmLinks).with(async ({ input: { program_uuid: programUuid, links }, caller }) => {
    const done = await db.transaction((tx) => confirmSuspects(tx, caller, programUuid, links))
    announceGraph(publisher, caller.org, programUuid)
    return { success: true, ...done }
  })

  serve(app, getSuspects).with(async ({ input: { program_uuid: programUuid, limit }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const { rows, total } = await suspectLinks(db, caller.org, programUuid, limit)
    const nodes = await nodesNamed(db, caller.org, programUuid, endsOf(rows))
    return {
      success: true,
      links: rows.map((row) => ({ ...linkResponse(row), suspect_at: row.suspectAt!.toISOString() })),
      nodes: [...nodes.values()],
      total,
    }
  })

  serve(app, getImpact).with(async ({ input: { uuid, direction, depth, limit }, caller }) => {
    const programUuid = await programOfArtefact(db, caller, uuid)
    return { success: true, ...(await impactOf(db, caller.org, { programUuid, uuid, direction, depth, limit })) }
  })

  serve(app, getArtefactHistory).with(async ({ input: { uuid, before, limit }, caller }) => {
    const origin = await originOfVersions(db, caller.org, uuid)
    if (origin === undefined) throw new Failure('NOT_FOUND')
    await seeProgram(db, caller, origin.programUuid)
    admitToKinds(caller, [origin.kind])
    const rows = await versionsBefore(db, caller.org, uuid, before, limit + 1)
    const versions = rows
      .slice(0, limit)
      .map(({ row, by }) => ({
        revision: row.revision,
        seq: row.seq,
        action: row.action,
        title: row.title,
        status: row.status,
        fields: { ...initialFields(artefactKindNamed(row.kind)!), ...row.fields },
        at: row.at.toISOString(),
        by: authorOf(by, row.byName),
      }))
    return { success: true, versions, next: rows.length > limit ? versions.at(-1)!.revision : null }
  })
}

const endsOf = (links: readonly ListedLink[]) => [
  ...new Set(links.flatMap(({ fromUuid, toUuid }) => [fromUuid, toUuid])),
]

/** The links at these artefacts, and the artefacts at their other ends. */
async function linkedResponse(db: Database, { org }: Caller, programUuid: string, uuids: readonly string[]) {
  const links = await linksAt(db, org, programUuid, uuids)
  const mine = new Set(uuids)
  const nodes = await nodesNamed(
    db,
    org,
    programUuid,
    endsOf(links).filter((uuid) => !mine.has(uuid)),
  )
  return { links: links.map(linkResponse), nodes: [...nodes.values()] }
}

function decoded(cursor: string | undefined): { kind: string; number: number } | undefined {
  if (cursor === undefined) return undefined
  const [kind = '', number = ''] = cursor.split('|')
  if (!artefactKindNamed(kind) || !/^\d{1,9}$/.test(number))
    throw new Failure('INVALID_INPUT', { errors: { after: 'This is not a cursor of ours.' } })
  return { kind, number: Number(number) }
}

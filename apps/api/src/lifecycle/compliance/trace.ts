import type { Org } from '@carapace/shared/core/owned'
import type { Database } from '../../core/db.ts'
import { nodeOf } from '../../graph/artefacts/artefacts.queries.ts'
import { linksBetween, nodesOfKind } from './gaps.queries.ts'

type Cell = [number, number, string, boolean]

/** The links between artefacts of two kinds, in both directions (rule GAP-14). */
export async function traceMatrix(
  db: Database,
  org: Org,
  programUuid: string,
  fromKind: string,
  toKind: string,
  limit: number,
) {
  const [from, to, onward, back] = await Promise.all([
    nodesOfKind(db, org, programUuid, fromKind, limit),
    nodesOfKind(db, org, programUuid, toKind, limit),
    linksBetween(db, org, programUuid, fromKind, toKind),
    fromKind === toKind ? [] : linksBetween(db, org, programUuid, toKind, fromKind),
  ])
  const [row, column] = [placesOf(from.rows), placesOf(to.rows)]
  const cells = [...onward, ...back.map((link) => ({ ...link, from: link.to, to: link.from }))].flatMap(
    (link): Cell[] => {
      const [i, j] = [row.get(link.from), column.get(link.to)]
      return i === undefined || j === undefined ? [] : [[i, j, link.kind, link.isSuspect]]
    },
  )
  return { from: from.rows.map(nodeOf), to: to.rows.map(nodeOf), cells, from_total: from.total, to_total: to.total }
}

function placesOf(rows: readonly { readonly uuid: string }[]): Map<string, number> {
  return new Map(rows.map(({ uuid }, i) => [uuid, i]))
}

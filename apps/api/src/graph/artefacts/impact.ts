import type { Org } from '@carapace/shared/core/owned'
import type { Link, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Database } from '../../core/db.ts'
import { linkResponse, nodesNamed } from './artefacts.queries.ts'
import { linksOnFrom } from './reading.queries.ts'

interface ImpactQuery {
  readonly programUuid: string
  readonly uuid: string
  readonly direction: 'downstream' | 'upstream'
  /** The maximum distance in links, and the maximum number of artefacts. */
  readonly depth: number
  readonly limit: number
}

interface Reached {
  readonly uuid: string
  readonly depth: number
  /** The link by which it was first reached; null for the start artefact. */
  readonly via: string | null
  readonly suspect: boolean
}

/** The artefacts up or down the graph: each once, at its shortest distance, level by level (rule GRAPH-14). */
export async function impactOf(db: Database, org: Org, { programUuid, uuid, direction, depth, limit }: ImpactQuery) {
  const reached = new Map<string, Reached>([[uuid, { uuid, depth: 0, via: null, suspect: false }]])
  const links: Link[] = []
  let frontier = [uuid]
  let truncated = false
  for (let level = 1; level <= depth && frontier.length > 0 && !truncated; level++) {
    const rows = (await linksOnFrom(db, org, programUuid, frontier, direction, limit * 10)).map(linkResponse)
    links.push(...rows)
    frontier = []
    for (const { uuid: via, from, to, suspect } of rows) {
      const next = direction === 'downstream' ? to : from
      const before = reached.get(next)
      if (before) {
        if (suspect !== null && before.depth === level) reached.set(next, { ...before, suspect: true })
      } else if (reached.size >= limit) truncated = true
      else {
        reached.set(next, { uuid: next, depth: level, via, suspect: suspect !== null })
        frontier.push(next)
      }
    }
    truncated ||= rows.length === limit * 10
  }
  const nodes = await nodesNamed(db, org, programUuid, [...reached.keys()])
  return {
    nodes: [...reached.values()].flatMap(({ uuid: each, depth: away, via, suspect }) =>
      nodeResponse(nodes.get(each), away, via, suspect),
    ),
    links: links.filter(({ from, to }) => reached.has(from) && reached.has(to)),
    truncated,
  }
}

function nodeResponse(node: Node | undefined, depth: number, via: string | null, isSuspect: boolean) {
  return node ? [{ ...node, depth, via, is_suspect: isSuspect }] : []
}

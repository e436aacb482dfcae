import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { initialFields } from '@carapace/shared/graph/artefact-kind'
import type { Assessment } from '@carapace/shared/lifecycle/assessment'
import { shippedMethod } from '@carapace/shared/lifecycle/default-method'
import type { LinkedNode, ReportArtefact, ReportSource } from '@carapace/shared/lifecycle/exchange/report-source'
import { phaseLabels } from '@carapace/shared/lifecycle/phases'
import type { Database } from '../../core/db.ts'
import { codeOfRow } from '../../graph/artefacts.queries.ts'
import { artefactsReported, headsReported, linksReported, programReported, projectNamed, suspectsReported } from './report-source.queries.ts'

const rowsAtOnce = 300
const suspectsPrinted = 2_000

interface Asked {
  readonly programUuid: string
  readonly projectUuid: string | undefined
}

/** What a report reads of a program, or of one project of it: names and links are in memory, texts are read while they are printed. */
export async function reportSource(db: Database, org: Org, { programUuid, projectUuid }: Asked): Promise<ReportSource> {
  const found = await programReported(db, org, programUuid)
  const project = projectUuid === undefined ? undefined : await projectNamed(db, org, programUuid, projectUuid)
  if (!found || (projectUuid !== undefined && project === undefined)) throw new Failure('NOT_FOUND')
  const heads = await headsReported(db, org, programUuid)
  const nodes = new Map(heads.map((row): [string, LinkedNode] => [row.uuid, { uuid: row.uuid, kind: row.kind, code: codeOfRow(row), title: row.title, status: row.status }]))
  const counts = new Map<string, number>()
  for (const { kind, projectUuid: of } of heads) if (projectUuid === undefined || of === projectUuid) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const linked = linkedNodes(await linksReported(db, org, programUuid), nodes)
  const suspects = (await suspectsReported(db, org, programUuid, suspectsPrinted)).flatMap(({ from, to, suspect }) => (nodes.has(from) && nodes.has(to) ? [{ from: nodes.get(from)!, to: nodes.get(to)!, reason: suspect! }] : []))
  const { program, method, seq } = found

  async function* read(kind: string): AsyncGenerator<ReportArtefact & { assessment: Assessment | null }> {
    for (let after = 0; ;) {
      const page = await artefactsReported(db, org, programUuid, kind, projectUuid, after, rowsAtOnce)
      for (const { row, result } of page) yield { uuid: row.uuid, kind, code: codeOfRow(row), title: row.title, status: row.status, fields: { ...initialFields(artefactKindNamed(kind)!), ...row.fields }, assessment: result }
      if (page.length < rowsAtOnce) return
      after = page.at(-1)!.row.number
    }
  }

  return {
    program: program.name, description: program.description, phase: phaseLabels[program.currentPhase], project, seq: seq ?? 0, madeAt: new Date().toISOString(),
    method: method ?? shippedMethod, count: (kind) => counts.get(kind) ?? 0, each: read, rated: () => read('threat-scenario'), linked, suspects,
  }
}

/** What is linked with what, by code. */
function linkedNodes(links: readonly { kind: string; from: string; to: string }[], nodes: ReadonlyMap<string, LinkedNode>): ReportSource['linked'] {
  const ends = new Map<string, LinkedNode[]>()
  const add = (key: string, node: LinkedNode | undefined) => {
    const held = ends.get(key)
    if (held && node) held.push(node)
    else if (node) ends.set(key, [node])
  }
  for (const { kind, from, to } of links) {
    add(`${from} ${kind} to`, nodes.get(to))
    add(`${to} ${kind} from`, nodes.get(from))
  }
  for (const some of ends.values()) some.sort((a, b) => a.code.localeCompare(b.code, 'en', { numeric: true }))
  return (uuid, link, side) => ends.get(`${uuid} ${link} ${side}`) ?? []
}

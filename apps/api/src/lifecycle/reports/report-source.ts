import { choicesOf } from '@carapace/shared/lifecycle/program/program-choices'
import { setImmediate } from 'node:timers/promises'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Assessment } from '@carapace/shared/lifecycle/rating/assessment'
import { shippedMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { LinkedNode, ReportArtefact, ReportSource } from '@carapace/shared/lifecycle/reports/report-source'
import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import type { Tx } from '../../core/db.ts'
import { codeOfRow } from '../../graph/artefacts/artefacts.queries.ts'
import { referencedArtefactsOf } from '../rating/rated-threats.ts'
import {
  artefactsReported,
  baselineReported,
  calsReported,
  headsReported,
  leadsReported,
  linksReported,
  programReported,
  projectReported,
  reviewersReported,
  suspectsReported,
} from './report-source.queries.ts'

const rowsAtOnce = 300
const suspectsPrinted = 2_000

interface SourceRequest {
  readonly programUuid: string
  readonly projectUuid: string | undefined
  /** The user who requests the report. */
  readonly author: string
}

/**
 * The data of a report on a program, or on one project of it. Names and links are kept in memory; texts are read while
 * they are written. `tx` must see one snapshot of the database.
 *
 * @throws {Failure} NOT_FOUND when the organisation has no such program or project
 */
export async function reportSource(
  tx: Tx,
  org: Org,
  { programUuid, projectUuid, author }: SourceRequest,
): Promise<ReportSource> {
  const found = await programReported(tx, org, programUuid)
  const project = projectUuid === undefined ? undefined : await projectReported(tx, org, programUuid, projectUuid)
  if (!found || (projectUuid !== undefined && project === undefined)) throw new Failure('NOT_FOUND')
  const heads = await headsReported(tx, org, programUuid)
  const nodes = new Map(
    heads.map((row): [string, LinkedNode] => [
      row.uuid,
      { uuid: row.uuid, kind: row.kind, code: codeOfRow(row), title: row.title, status: row.status },
    ]),
  )
  const counts = new Map<string, number>()
  for (const { kind, projectUuid: of } of heads)
    if (projectUuid === undefined || of === projectUuid) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const linked = linkedNodes(await linksReported(tx, org, programUuid), nodes)
  const suspects = await suspectsReported(tx, org, programUuid, projectUuid, suspectsPrinted)
  const cals = new Map((await calsReported(tx, org, programUuid)).map(({ uuid, cal }) => [uuid, cal]))
  const referencedArtefacts = await referencedArtefactsOf(tx, org, programUuid, [
    {
      tree: null,
      controls: heads.filter(({ kind }) => kind === 'control' || kind === 'assumption').map(({ uuid }) => uuid),
    },
  ])
  const { program, method, seq } = found
  const baseline = await baselineReported(tx, org, programUuid, seq ?? 0)
  const reviewers = await reviewersReported(tx, org, programUuid, projectUuid)
  const leads = await leadsReported(tx, org, programUuid)

  async function* read(kind: string): AsyncGenerator<ReportArtefact & { assessment: Assessment | null }> {
    for (let after = 0; ;) {
      const page = await artefactsReported(tx, org, programUuid, kind, projectUuid, after, rowsAtOnce)
      for (const { row, result } of page) {
        // rating a large tree takes long: other calls are served between two trees
        if (kind === 'attack-tree') await setImmediate()
        yield {
          uuid: row.uuid,
          kind,
          code: codeOfRow(row),
          title: row.title,
          status: row.status,
          fields: { ...initialFields(artefactKindNamed(kind)!), ...row.fields },
          assessment: result,
        }
      }
      if (page.length < rowsAtOnce) return
      after = page.at(-1)!.row.number
    }
  }

  return {
    uuid: projectUuid ?? programUuid,
    program: program.name,
    description: program.description,
    phase: phaseLabels[program.currentPhase],
    project,
    choices: choicesOf(program),
    seq: seq ?? 0,
    madeAt: new Date().toISOString(),
    author,
    leads,
    reviewers: reviewers.map(({ lastAt, ...reviewer }) => ({ ...reviewer, lastAt: lastAt!.toISOString() })),
    baseline: baseline && {
      ...baseline,
      madeAt: baseline.madeAt.toISOString(),
      madeBy: baseline.madeBy ?? 'Former member',
    },
    method: method ?? shippedMethod,
    treeContext: referencedArtefacts,
    count: (kind) => counts.get(kind) ?? 0,
    each: read,
    rated: () => read('threat-scenario'),
    cal: (uuid) => cals.get(uuid) ?? null,
    linked,
    suspects: {
      total: suspects.total,
      first: suspects.first.flatMap(({ from, to, suspect }) =>
        nodes.has(from) && nodes.has(to) ? [{ from: nodes.get(from)!, to: nodes.get(to)!, reason: suspect! }] : [],
      ),
    },
  }
}

/** The links between artefacts, by code. */
function linkedNodes(
  links: readonly { kind: string; from: string; to: string }[],
  nodes: ReadonlyMap<string, LinkedNode>,
): ReportSource['linked'] {
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

import type { Org } from '@carapace/shared/core/owned'
import { hazopCoverage, type HazopEntry } from '@carapace/shared/functional-safety/guidewords'
import { hazopEntriesOf } from '@carapace/shared/functional-safety/hazop-graph'
import { mostInCell } from '@carapace/shared/functional-safety/hazop.contract'
import { failureKind } from '@carapace/shared/functional-safety/kinds/hazard.kinds'
import { storedFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Database, Tx } from '../../core/db.ts'
import { nodeOf } from '../../graph/artefacts/artefacts.queries.ts'
import { guidewordsOf } from '../methods/safety-methods.ts'
import { fieldsOf, linksIn, nodesOf, type SafetyNodeRow } from '../safety-graph.queries.ts'

const mostStrays = 100

/** The judgement of all functions of a program (rules HAZOP-3 to HAZOP-6). */
export async function hazopJudged(db: Database | Tx, org: Org, programUuid: string) {
  const functions = await nodesOf(db, org, programUuid, ['function'])
  const failures = await nodesOf(db, org, programUuid, ['failure'], fieldsOf(['guideword', 'judgement'], ['reason']))
  const links = await linksIn(db, org, programUuid, ['fails-as'])
  const method = await guidewordsOf(db, org, programUuid)
  const isFunction = new Set(functions.map(({ uuid }) => uuid))
  const entries = hazopEntriesOf(
    failures,
    links.filter(({ from }) => isFunction.has(from)),
  )
  const coverage = hazopCoverage([...isFunction], method.content, entries)
  return { functions, failures, method, entries, coverage }
}

/** The HAZOP of a program: the coverage of all functions, and a page of them. */
export async function hazopOf(
  db: Database,
  org: Org,
  programUuid: string,
  { after, limit }: { after: number; limit: number },
) {
  const { functions, failures, method, entries, coverage } = await hazopJudged(db, org, programUuid)
  const { cells, counts, share, openFunctions, strays } = coverage
  const byUuid = new Map(failures.map((row) => [row.uuid, row]))
  const inCell = Map.groupBy(entries, (entry) => `${entry.function} ${entry.guideword}`)
  const cellsOf = Map.groupBy(cells, (cell) => cell.function)
  const strayed = new Set<HazopEntry>(strays)
  const later = functions.filter(({ number }) => number > after)
  const page = later.slice(0, limit)
  return {
    method,
    functions: page.map((row) => ({
      ...nodeOf(row),
      cells: cellsOf.get(row.uuid)!.map(({ guideword, state, malfunctions }) => {
        const some = (inCell.get(`${row.uuid} ${guideword}`) ?? []).map(({ failure }) => byUuid.get(failure)!)
        const failed = some.toSorted((a, b) => a.number - b.number).slice(0, mostInCell)
        return { state, malfunctions, failures: failed.map(failureResponse), total: some.length }
      }),
    })),
    next: later.length > limit ? page.at(-1)!.number : null,
    coverage: { functions: functions.length, counts, share, open_functions: openFunctions.length },
    strays: entries
      .filter((entry) => strayed.has(entry))
      .slice(0, mostStrays)
      .map(({ failure, guideword }) => ({ ...nodeOf(byUuid.get(failure)!), guideword })),
  }
}

function failureResponse(row: SafetyNodeRow) {
  const { judgement, reason } = storedFields(failureKind, row.fields)
  return { ...nodeOf(row), judgement, reason, revision: row.revision }
}

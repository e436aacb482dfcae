import { csvText } from '@carapace/shared/core/documents/csv-text'
import { cutSetColumns, cutSetRows, treeColumns, treeRows } from '@carapace/shared/functional-safety/fault-tree/csv'
import { joinTrees } from '@carapace/shared/functional-safety/fault-tree/join-trees'
import { writeOpenPsa } from '@carapace/shared/functional-safety/fault-tree/open-psa/write-open-psa'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { save } from '../../core/call/download.ts'
import { number } from '../../core/format/format.ts'
import { toast } from '../../core/ui/toast.ts'
import type { FaultTreeContext } from './editor-context.ts'
import { treeIn } from './edits.ts'
import { transferredTrees, transfersOf } from './transferred.ts'

/** The tree as Open-PSA, with all that it transfers in. */
export function exportOpenPsa({ program, artefact, tree }: FaultTreeContext): void {
  const write = async () => {
    const others = await transferredTrees(artefact.uuid, transfersOf(tree), async (uuid) =>
      program.state.getState().artefacts.has(uuid) ? treeIn((await program.whole(uuid)).artefact) : undefined,
    )
    const joined = others.size === 0 ? tree : joinedTree(artefact.uuid, tree, others)
    const written = writeOpenPsa(joined, artefact.code.replaceAll(/[^A-Za-z0-9]+/g, '_'))
    if (!written.ok) throw new Error(written.reason)
    save(new Blob([written.value], { type: 'application/xml' }), `${artefact.code}.xml`)
  }
  write().catch((problem: Error) => toast.error(problem.message))
}

function joinedTree(uuid: string, tree: StoredTree, others: ReadonlyMap<string, StoredTree>): StoredTree {
  const joined = joinTrees(uuid, new Map([[uuid, tree], ...others]))
  if (!joined.ok) throw new Error(joined.reason)
  return joined.value.tree
}

/** The tree as CSV, which the import reads again; what it transfers in stays in the other trees. */
export function exportCsv({ code, title }: Artefact, tree: StoredTree): void {
  save(new Blob([csvText([treeColumns, ...treeRows(tree, title)])], { type: 'text/csv' }), `${code}.csv`)
}

/** The maximum number of cut sets in a file: a spreadsheet takes a million rows. */
const mostInFile = 100_000

/** The minimal cut sets of the last analysis in the chosen order, as far as they fit a file. */
export async function exportCutSets({ artefact, analysis }: FaultTreeContext): Promise<void> {
  const sets = await analysis.best(mostInFile)
  const titles = new Map([...analysis.events].map(([name, { title }]) => [name, title]))
  const known = [...analysis.events.values()].flatMap(({ name, probability }) =>
    probability === undefined ? [] : [[name, probability] as const],
  )
  const rows = cutSetRows(
    sets.map(({ events }) => events),
    titles,
    new Map(known),
  )
  save(new Blob([csvText([cutSetColumns, ...rows])], { type: 'text/csv' }), `${artefact.code}-cut-sets.csv`)
  const count = analysis.result?.sets.count ?? 0n
  if (count > BigInt(sets.length))
    toast.blank(`The file has the first ${number(sets.length)} of ${count.toLocaleString('en')} cut sets.`)
}

import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { inputFor, valueOf } from '../../graph/editing/values.ts'
import { type GraphState, linksAt } from '../../graph/store/graph-state.ts'
import { isConflict, type ProgramStore } from '../../graph/store/program-store.ts'
import type { Chain } from './lines.ts'
import { isNothing, type PartChange, reversed, type SheetStep } from './step.ts'

export type SheetStore = Pick<ProgramStore, 'state' | 'save' | 'remove' | 'readNow'>

/** Maximum retries when others change the same rows meanwhile. */
const mostTries = 4

const chainPart = (part: string) => (part.startsWith('chain.') ? (part.slice(6) as keyof Chain) : undefined)

function partOf(artefact: Artefact, part: string): unknown {
  const inChain = chainPart(part)
  return inChain ? (artefact.fields.chain as Chain)[inChain] : valueOf(artefact, part)
}

/** A value that somebody else changed first: it was left as it is. */
export interface Overtaken {
  readonly change: PartChange
  /** Undefined: the artefact was removed. */
  readonly now: Artefact | undefined
}

/**
 * Writes a step in one call. If others changed the same rows meanwhile, the step is put on top of their changes; a
 * value that they changed, too, is left as they set it, and returned (rule FMEA-UI-5).
 */
export async function writeStep(program: SheetStore, step: SheetStep): Promise<readonly Overtaken[]> {
  const touched = [...new Set(step.changes.map(({ uuid }) => uuid))]
  for (let tries = 1; ; tries += 1) {
    const { artefacts, overtaken } = inputsOf(program.state.getState(), step)
    const { link, unlink } = step
    if (artefacts.length + link.length + unlink.length === 0) return overtaken
    try {
      await program.save({ artefacts, link, unlink })
      return overtaken
    } catch (problem) {
      if (!isConflict(problem) || tries === mostTries) throw problem
      await program.readNow(touched)
    }
  }
}

function inputsOf({ artefacts: known }: Pick<GraphState, 'artefacts'>, { changes, made }: SheetStep) {
  const overtaken: Overtaken[] = []
  const inputs: ArtefactInput[] = made.map(({ uuid, ...rest }) => ({ new_uuid: uuid, ...rest }))
  for (const [uuid, all] of Map.groupBy(changes, (one) => one.uuid)) {
    const now = known.get(uuid)
    const current = all.filter((change) => {
      const value = now && partOf(now, change.part)
      if (now && isSame(value, change.after)) return false
      const isLeft = !now || !isSame(value, change.before)
      if (isLeft) overtaken.push({ change, now })
      return !isLeft
    })
    if (now && current.length > 0) inputs.push(inputOf(now, current))
  }
  return { artefacts: inputs, overtaken }
}

function inputOf(now: Artefact, changes: readonly PartChange[]): ArtefactInput {
  const input: ArtefactInput = { uuid: now.uuid, kind: now.kind, revision: now.revision }
  const fields: Record<string, unknown> = {}
  for (const { part, after } of changes) {
    const inChain = chainPart(part)
    if (inChain) fields.chain = { ...((fields.chain ?? now.fields.chain) as Chain), [inChain]: after }
    else {
      const { fields: set, ...rest } = inputFor(part, after)
      Object.assign(input, rest)
      Object.assign(fields, set)
    }
  }
  return Object.keys(fields).length === 0 ? input : { ...input, fields }
}

export interface TakenBack {
  readonly overtaken: readonly Overtaken[]
  /** Artefacts that the step made and that stay, since others use or changed them. */
  readonly kept: readonly Artefact[]
}

/** Takes a step back: its changes, then what it made, unless others use it meanwhile (rule FMEA-UI-5). */
export async function takeBack(program: SheetStore, step: SheetStep): Promise<TakenBack> {
  const back = reversed(step)
  const overtaken = isNothing(back) ? [] : await writeStep(program, back)
  const graph = program.state.getState()
  const kept: Artefact[] = []
  const going = new Map<string, Artefact>()
  for (const made of step.made) {
    const now = graph.artefacts.get(made.uuid)
    if (now && isAsMade(now, made)) going.set(now.uuid, now)
    else if (now) kept.push(now)
  }
  // a failure that a line of somebody else joins stays, and what stays needs what it names
  for (const [uuid, row] of going) {
    const isUsed = linksAt(graph, uuid).some(({ from, to, kind }) =>
      kind === 'joined-in' ? from === uuid && !going.has(to) : kind === 'fails-in' && from === uuid,
    )
    if (!isUsed) continue
    going.delete(uuid)
    kept.push(row)
  }
  if (going.size > 0) await program.remove([...going.values()])
  return { overtaken, kept }
}

/** Whether nobody changed an artefact, or commented on it, since it was made. */
function isAsMade(now: Artefact, made: SheetStep['made'][number]): boolean {
  const fields = { ...initialFields(artefactKindNamed(made.kind)!), ...made.fields }
  return (
    now.title === made.title &&
    now.comments === 0 &&
    Object.entries(now.fields).every(([name, value]) => isSame(value, fields[name]))
  )
}

import { Failure } from '@carapace/shared/core/failure'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { type Change, isModelChange, type LinkEnds } from './change.ts'
import { patched, pruned } from './layout.ts'

/** How a diagram reads and writes the program's graph. */
export interface Model {
  readonly artefact: (uuid: string) => Artefact | undefined
  readonly save: (input: {
    artefacts: ArtefactInput[]
    link: LinkEnds[]
    unlink: LinkEnds[]
  }) => Promise<readonly Artefact[]>
  readonly remove: (artefacts: { uuid: string; revision: number }[]) => Promise<unknown>
  /** The artefact with all of its fields, in its current state. */
  readonly read: (uuid: string) => Promise<Artefact>
}

interface WriterOptions {
  readonly uuid: string
  readonly model: Model
  /**
   * The layout and its revision as this page last knew them. With a newer one it would overwrite unseen changes.
   */
  readonly layout: () => DiagramLayout
  readonly revision: () => number
  /** Called with the current diagram after a save, or after another user changed it. */
  readonly onSaved: (diagram: Artefact) => void
  readonly onState: (isBusy: boolean) => void
  readonly onFailed: (change: Change, problem: unknown) => void
}

/** Maximum save retries when others changed the diagram first. */
const mostTries = 6

/** Writes changes of a diagram one after another, each in one call; waiting moves are written together. */
export function diagramWriter({ uuid, model, layout, revision, onSaved, onState, onFailed }: WriterOptions) {
  const waiting: Change[] = []
  const revisions = new Map<string, number>()
  let isBusy = false

  return {
    write: (change: Change) => {
      waiting.push(change)
      if (!isBusy) void drain()
    },
    /** Whether everything is written. */
    isIdle: () => !isBusy,
  }

  async function drain(): Promise<void> {
    isBusy = true
    onState(true)
    while (waiting.length > 0) {
      const together = taken()
      await written(together).catch((problem: unknown) =>
        together.toReversed().forEach((change) => onFailed(change, problem)),
      )
    }
    isBusy = false
    onState(false)
  }

  /** Removes the next change from the queue, or all moves that come next. */
  function taken(): Change[] {
    const until = waiting.findIndex(isModelChange)
    return waiting.splice(0, until === 0 ? 1 : until < 0 ? waiting.length : until)
  }

  async function written(changes: readonly Change[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(changes)
      } catch (problem) {
        if (!(problem instanceof Failure) || problem.code !== 'ROW_CHANGED' || tries === mostTries) throw problem
        await lookAgain(changes)
      }
    }
  }

  async function attempt(changes: readonly Change[]): Promise<void> {
    const removed = changes.flatMap(({ artefacts }) => artefacts.filter(({ after }) => !after).map((one) => one.uuid))
    const isLeft = ({ from, to }: LinkEnds) => !removed.includes(from) && !removed.includes(to)
    const inputs = changes.flatMap(inputsOf)
    const saved = await model.save({
      artefacts: [...inputs, layoutInput(changes)],
      link: changes.flatMap(({ link }) => link),
      unlink: changes.flatMap(({ unlink }) => unlink).filter(isLeft),
    })
    for (const artefact of saved) revisions.set(artefact.uuid, artefact.revision)
    if (removed.length > 0) await model.remove(removed.map((gone) => ({ uuid: gone, revision: revisionOf(gone) })))
    const diagram = saved.find((artefact) => artefact.uuid === uuid)
    if (diagram) onSaved(diagram)
  }

  function layoutInput(changes: readonly Change[]): ArtefactInput {
    const made = new Set(
      changes.flatMap(({ artefacts }) => artefacts.filter(({ after }) => after).map((one) => one.uuid)),
    )
    const gone = new Set(
      changes.flatMap(({ artefacts }) => artefacts.filter(({ after }) => !after).map((one) => one.uuid)),
    )
    const next = changes.reduce((before, change) => patched(before, change.layout), layout())
    return {
      uuid,
      kind: 'diagram',
      revision: revision(),
      fields: {
        layout: pruned(
          next,
          (one) => !gone.has(one) && (made.has(one) || model.artefact(one) !== undefined || revisions.has(one)),
        ),
      },
    }
  }

  function inputsOf({ artefacts }: Change): ArtefactInput[] {
    return artefacts.flatMap(({ uuid: one, before, after }): ArtefactInput[] => {
      if (!after) return []
      const { kind, title, fields } = after
      return [
        before ? { uuid: one, revision: revisionOf(one), kind, title, fields } : { new_uuid: one, kind, title, fields },
      ]
    })
  }

  function revisionOf(one: string): number {
    return Math.max(revisions.get(one) ?? 0, model.artefact(one)?.revision ?? 0)
  }

  async function lookAgain(changes: readonly Change[]): Promise<void> {
    const known = changes.flatMap(({ artefacts }) => artefacts.filter(({ before }) => before).map((one) => one.uuid))
    for (const one of new Set(known)) revisions.set(one, (await model.read(one)).revision)
    onSaved(await model.read(uuid))
  }
}

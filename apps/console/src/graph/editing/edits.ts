import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { messageOf } from '../../core/call/call.ts'
import type { GraphState } from '../store/graph-state.ts'
import { isConflict, type ProgramStore } from '../store/program-store.ts'
import { inputFor, isLong, type Part, valueOf } from './values.ts'

/** A value that the user is editing. It is local until it is stored or discarded (rules GRAPH-UI-5 to GRAPH-UI-7). */
export interface Edit {
  readonly uuid: string
  readonly kind: string
  /** The code of the artefact when the edit started: it may be deleted meanwhile. */
  readonly code: string
  readonly part: Part
  /** The value when the edit started, and its revision. */
  readonly base: unknown
  readonly revision: number
  readonly draft: unknown
  readonly phase: 'typing' | 'saving' | 'conflict' | 'refused'
  /** In a conflict: the value that somebody else stored in the meantime. */
  readonly theirs?: { readonly value: unknown; readonly by: string | undefined; readonly revision: number }
  /** Why the server refused it. */
  readonly problem?: string
}

export interface Edits {
  readonly state: StoreApi<{ readonly all: ReadonlyMap<string, Edit> }>
  readonly of: (uuid: string, part: Part) => Edit | undefined
  /** Starts or continues an edit with the current input. */
  readonly type: (artefact: Artefact, part: Part, draft: unknown) => void
  readonly cancel: (uuid: string, part: Part) => void
  /** Stores the input; an unchanged value is dropped. */
  readonly commit: (uuid: string, part: Part) => Promise<void>
  /** Resolves a conflict: the user's own value replaces theirs, or theirs is kept. */
  readonly settle: (uuid: string, part: Part, choice: 'mine' | 'theirs') => Promise<void>
}

export const editKey = (uuid: string, part: Part) => `${uuid} ${part}`

/** Maximum save retries when others change the row elsewhere. */
const mostTries = 4

type Store = Pick<ProgramStore, 'state' | 'whole' | 'save'>

/** The edits in progress on a page, by cell. */
export function editsOn(program: Store): Edits {
  const state = createStore<{ readonly all: ReadonlyMap<string, Edit> }>(() => ({ all: new Map() }))
  /**
   * One value of an artefact is stored at a time. Further input waits, so that the user's own writes cause no conflict.
   */
  const running = new Map<string, Promise<void>>()
  const of = (uuid: string, part: Part) => state.getState().all.get(editKey(uuid, part))
  return { state, of, type, cancel, commit, settle }

  function put(edit: Edit): void {
    state.setState(({ all }) => ({ all: new Map(all).set(editKey(edit.uuid, edit.part), edit) }))
  }

  function cancel(uuid: string, part: Part): void {
    state.setState(({ all }) => ({ all: new Map([...all].filter(([key]) => key !== editKey(uuid, part))) }))
  }

  function type(artefact: Artefact, part: Part, draft: unknown): void {
    const before = of(artefact.uuid, part)
    put(
      before
        ? { ...before, draft, phase: before.phase === 'conflict' ? 'conflict' : 'typing' }
        : {
            uuid: artefact.uuid,
            kind: artefact.kind,
            code: artefact.code,
            part,
            base: valueOf(artefact, part),
            revision: artefact.revision,
            draft,
            phase: 'typing',
          },
    )
  }

  async function commit(uuid: string, part: Part): Promise<void> {
    for (let before = running.get(uuid); before; before = running.get(uuid)) await before
    const edit = of(uuid, part)
    if (!edit || edit.phase === 'saving' || edit.phase === 'conflict') return
    if (isSame(edit.draft, edit.base)) return cancel(uuid, part)
    await store(edit)
  }

  async function settle(uuid: string, part: Part, choice: 'mine' | 'theirs'): Promise<void> {
    const edit = of(uuid, part)
    if (!edit?.theirs) return
    if (choice === 'theirs') return cancel(uuid, part)
    const { theirs, ...mine } = edit
    await store({ ...mine, base: theirs.value, revision: theirs.revision })
  }

  async function store(edit: Edit): Promise<void> {
    put({ ...edit, phase: 'saving' })
    const doing = stored(program, edit).then(
      (came) => finish(edit, came),
      (problem: unknown) => put({ ...now(edit), phase: 'refused', problem: messageOf(problem) }),
    )
    const settled = doing.finally(() => running.delete(edit.uuid))
    running.set(edit.uuid, settled)
    await settled
  }

  function finish(edit: Edit, came: Came): void {
    const { draft } = now(edit)
    if ('revision' in came) follow(edit.uuid, came)
    if ('theirs' in came) put({ ...edit, draft, phase: 'conflict', theirs: came.theirs })
    else if (isSame(draft, edit.draft)) cancel(edit.uuid, edit.part)
    else put({ ...edit, base: edit.draft, revision: came.revision, draft, phase: 'typing' })
  }

  /** Rebases the other edits of the artefact on the revision that was just stored. */
  function follow(uuid: string, { over, revision }: { readonly over: number; readonly revision: number }): void {
    for (const other of state.getState().all.values())
      if (other.uuid === uuid && other.revision === over) put({ ...other, revision })
  }

  function now(edit: Edit): Edit {
    return of(edit.uuid, edit.part) ?? edit
  }
}

/** The edits whose artefacts were deleted meanwhile: their input is kept until the user discards it (GRAPH-UI-5). */
export function orphaned(all: ReadonlyMap<string, Edit>, { artefacts, isWhole }: OfGraph): readonly Edit[] {
  if (!isWhole) return []
  return [...all.values()].filter(({ uuid, draft, base }) => !artefacts.has(uuid) && !isSame(draft, base))
}

type OfGraph = Pick<GraphState, 'isWhole'> & { readonly artefacts: Pick<GraphState['artefacts'], 'has'> }

type Came = { readonly over: number; readonly revision: number } | { readonly theirs: NonNullable<Edit['theirs']> }

/**
 * Stores one value over the revision on which it was based. If somebody changed another part of the artefact in the
 * meantime, both changes are kept. If they changed this part to another value, nothing is stored and their value is
 * returned (rule GRAPH-UI-6).
 */
async function stored(program: Store, { uuid, kind, part, base, revision, draft }: Edit): Promise<Came> {
  let over = revisionNow(program, { uuid, kind, part, base }) ?? revision
  for (let tries = 1; ; tries += 1) {
    try {
      const [written] = await program.save({ artefacts: [{ uuid, kind, revision: over, ...inputFor(part, draft) }] })
      return { over, revision: written?.revision ?? over }
    } catch (problem) {
      if (!isConflict(problem) || tries === mostTries) throw problem
      const { artefact } = await program.whole(uuid)
      const value = valueOf(artefact, part)
      if (!isSame(value, base) && !isSame(value, draft))
        return { theirs: { value, by: artefact.updated_by?.name, revision: artefact.revision } }
      over = artefact.revision
    }
  }
}

/** The latest known revision, if its value is still the one on which the edit was based. */
function revisionNow(
  { state }: Store,
  { uuid, kind, part, base }: Pick<Edit, 'uuid' | 'kind' | 'part' | 'base'>,
): number | undefined {
  const row = state.getState().artefacts.get(uuid)
  return row && !isLong(kind, part) && isSame(valueOf(row, part), base) ? row.revision : undefined
}

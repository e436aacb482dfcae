import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { StoreApi } from 'zustand/vanilla'
import { type GraphState, withWritten } from './graph-state.ts'
import { inParts, type LinkInput, mostAtOnce, type ProgramApi } from './program-api.ts'

export interface Writing {
  readonly artefacts?: readonly ArtefactInput[]
  readonly link?: readonly LinkInput[]
  readonly unlink?: readonly LinkInput[]
}

export interface ProgramWrites {
  /** Writes and shows the result. Returns the artefacts that were created and changed, in the order of the input. */
  readonly save: (writing: Writing) => Promise<readonly Artefact[]>
  readonly remove: (rows: readonly Pick<Artefact, 'uuid' | 'revision'>[]) => Promise<void>
  readonly confirm: (links: readonly string[]) => Promise<void>
}

interface WritesDeps {
  readonly programUuid: string
  readonly kinds: readonly string[]
  readonly api: ProgramApi
  readonly state: StoreApi<GraphState>
  /** Reads the artefacts that a write also affected. */
  readonly readNow: (uuids: readonly string[]) => Promise<void>
}

/** The user's writes to a program, whose results show without waiting for a live message. */
export function programWrites({ programUuid, kinds, api, state, readNow }: WritesDeps): ProgramWrites {
  return { save, remove, confirm }

  async function save({ artefacts = [], link = [], unlink = [] }: Writing): Promise<readonly Artefact[]> {
    const parts = inParts(artefacts)
    const written: Artefact[] = []
    // links may refer to artefacts that the same call creates, so they go with the last part
    for (const [index, part] of parts.entries()) {
      const links = index === parts.length - 1 ? { link: [...link], unlink: [...unlink] } : {}
      const answer = await api.save({ program_uuid: programUuid, artefacts: part, ...links })
      state.setState((before) => withWritten(before, kinds, answer), true)
      written.push(...answer.artefacts)
    }
    await settle(link.flatMap(({ from, to }) => [from, to]).filter((uuid) => !isKnown(uuid)))
    return written
  }

  /** The answer has the links; the names at their other ends may be unknown here. */
  function isKnown(uuid: string): boolean {
    const { artefacts, nodes } = state.getState()
    return artefacts.has(uuid) || nodes.has(uuid)
  }

  async function remove(rows: readonly Pick<Artefact, 'uuid' | 'revision'>[]): Promise<void> {
    for (const part of inParts(rows.map(({ uuid, revision }) => ({ uuid, revision })))) {
      await api.remove({ program_uuid: programUuid, artefacts: part })
      await settle(part.map(({ uuid }) => uuid))
    }
  }

  async function confirm(links: readonly string[]): Promise<void> {
    const known = state.getState().links
    await api.confirm({ program_uuid: programUuid, links: [...links] })
    await settle(links.flatMap((uuid) => (known.has(uuid) ? [known.get(uuid)!.from, known.get(uuid)!.to] : [])))
  }

  /** The writer sees the result without waiting for a live message. The write succeeded even if this read fails. */
  async function settle(uuids: readonly string[]): Promise<void> {
    if (uuids.length === 0) return
    for (const part of inParts([...new Set(uuids)], mostAtOnce)) await readNow(part)
  }
}

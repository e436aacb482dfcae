import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import type { Origin } from '../../graph/artefacts/origin.ts'
import type { ArtefactInput } from '../../graph/artefacts/artefacts.contract.ts'

/** An artefact, as far as proposals are made from it. */
export interface ModelArtefact {
  readonly uuid: string
  readonly kind: string
  readonly code: string
  readonly title: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly origin: Origin
  readonly revision: number
}

export interface ModelLink {
  readonly kind: string
  readonly from: string
  readonly to: string
}

export interface ProgramModel {
  readonly artefacts: readonly ModelArtefact[]
  readonly links: readonly ModelLink[]
}

/**
 * Something that could be added to a program; its links join it to what is there already, never to another proposal.
 */
export interface Proposal {
  readonly artefact: ArtefactInput
  readonly links: readonly ModelLink[]
  readonly why: string
  /** What it was made for. */
  readonly about: string | null
}

/** What proposals are made from. */
export interface Ground {
  readonly model: ModelIndex
  readonly entries: readonly CatalogueEntry[]
  /** Chooses the uuid of a proposed artefact. */
  readonly newUuid: () => string
}

/** A program's model, with its ways. */
export interface ModelIndex {
  readonly ofKind: (...kinds: readonly string[]) => readonly ModelArtefact[]
  /** What links of a kind lead to from an artefact, and what they come from. */
  readonly after: (uuid: string, link: string) => readonly ModelArtefact[]
  readonly before: (uuid: string, link: string) => readonly ModelArtefact[]
}

export function indexModel({ artefacts, links }: ProgramModel): ModelIndex {
  const byUuid = new Map(artefacts.map((artefact) => [artefact.uuid, artefact]))
  const byKind = Map.groupBy(artefacts, ({ kind }) => kind)
  const from = Map.groupBy(links, (link) => `${link.kind} ${link.from}`)
  const to = Map.groupBy(links, (link) => `${link.kind} ${link.to}`)
  return {
    ofKind: (...kinds) => kinds.flatMap((kind) => byKind.get(kind) ?? []),
    after: (uuid, link) => (from.get(`${link} ${uuid}`) ?? []).flatMap((one) => byUuid.get(one.to) ?? []),
    before: (uuid, link) => (to.get(`${link} ${uuid}`) ?? []).flatMap((one) => byUuid.get(one.from) ?? []),
  }
}

/** A field that holds words. */
export function wordsIn(fields: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = fields[name]
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

/** A field that holds one word; undefined where it holds none. */
export function wordIn(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

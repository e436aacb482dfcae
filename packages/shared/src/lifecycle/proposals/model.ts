import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import type { Origin } from '../../graph/artefacts/origin.ts'
import type { ArtefactInput } from '../../graph/artefacts/artefacts.contract.ts'

/** The part of an artefact that proposals are made from. */
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

/** An artefact that could be added to a program; its links join it to existing artefacts, never to another proposal. */
export interface Proposal {
  readonly artefact: ArtefactInput
  readonly links: readonly ModelLink[]
  readonly why: string
  /** The artefact that it was made for. */
  readonly about: string | null
}

/** The input from which proposals are made. */
export interface Ground {
  readonly model: ModelIndex
  readonly entries: readonly CatalogueEntry[]
  /** Chooses the uuid of a proposed artefact. */
  readonly newUuid: () => string
}

/** A program's model, with functions to follow its links. */
export interface ModelIndex {
  readonly ofKind: (...kinds: readonly string[]) => readonly ModelArtefact[]
  /** The artefacts at the end of an artefact's links of a kind, and those at their start. */
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

/** The words of a field that holds a list. */
export function wordsIn(fields: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = fields[name]
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

/** The word of a field; undefined: it holds none. */
export function wordIn(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

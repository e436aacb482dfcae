import type { ArtefactKind } from './graph/artefacts/artefact-kind.ts'
import type { LinkKind } from './graph/artefacts/link-kind.ts'
import type { EngineeringModule } from './graph/engineering-module.ts'
import * as installs from './installs.ts'
import { type Licence, moduleNamed } from './modules.ts'

const engineeringModules: readonly EngineeringModule[] = Object.values(installs)

/** The artefact kinds of all modules. */
export const artefactKinds: readonly ArtefactKind[] = engineeringModules.flatMap(({ kinds }) => kinds)

/** The link kinds of all modules. */
export const linkKinds: readonly LinkKind[] = engineeringModules.flatMap(({ links }) => links)

/** The licences of the modules that have artefacts: with any of them an organisation has programs (rule GRAPH-21). */
export const engineeringLicences: readonly Licence[] = [
  ...new Set(artefactKinds.flatMap(({ module }) => moduleNamed(module).licence ?? [])),
]

/** The licences that allow artefacts of a kind; the caller needs one of them (rule GRAPH-21). */
export function licencesOfKind({ module, isShared }: ArtefactKind): readonly Licence[] {
  const { licence } = moduleNamed(module)
  return isShared || licence === undefined ? engineeringLicences : [licence]
}

const kindsByName = new Map(artefactKinds.map((kind) => [kind.kind, kind]))
const linksByName = new Map(linkKinds.map((kind) => [kind.kind, kind]))

export function artefactKindNamed(name: string): ArtefactKind | undefined {
  return kindsByName.get(name)
}

/**
 * The artefact of a program that a text names by its number, with or without leading zeros: "TS-031", "ts-31".
 * Undefined: the text is not an artefact number.
 */
export function artefactMeant(text: string): { readonly kind: string; readonly number: number } | undefined {
  const [, code, number] = /^([a-z]+)-0*(\d{1,9})$/i.exec(text) ?? []
  const kind = artefactKinds.find((each) => each.code === code?.toUpperCase())
  return kind && { kind: kind.kind, number: Number(number) }
}

export function linkKindNamed(name: string): LinkKind | undefined {
  return linksByName.get(name)
}

/** Whether a link of a kind may begin at an artefact of `fromKind` and end at one of `toKind`. */
export function joins({ from, to }: LinkKind, fromKind: string, toKind: string): boolean {
  return (from.includes(fromKind) || from.includes('*')) && to.includes(toKind)
}

import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import type { ArtefactInput } from '../../graph/artefacts/artefacts.contract.ts'
import { treeOf } from './attack-steps.ts'

/** What an entry of each catalogue becomes in a program, and how an asset leads to it. */
export const madeOf = {
  damage: { kind: 'damage-scenario', link: 'harms' },
  threat: { kind: 'threat-scenario', link: 'targets' },
  attack: { kind: 'attack-tree', link: undefined },
} as const

/**
 * The artefact that a catalogue's entry becomes, marked with where it is from; an attack becomes a tree with all that
 * it needs first, of `attacks` (rule PROPOSAL-9).
 */
export function artefactOf(entry: CatalogueEntry, attacks: readonly CatalogueEntry[], newUuid: string): ArtefactInput {
  const { catalogue, uuid, code, title } = entry
  return {
    new_uuid: newUuid,
    kind: madeOf[catalogue].kind,
    title,
    fields: fieldsOf(entry, attacks),
    origin: { how: 'catalogue', what: `${code} ${title}`.slice(0, 300), uuid },
  }
}

function fieldsOf(entry: CatalogueEntry, attacks: readonly CatalogueEntry[]): Record<string, unknown> {
  const { description, ...rest } = entry.fields
  if (entry.catalogue === 'attack') return { description, tree: treeOf(entry.title, [entry], attacks) }
  const names =
    entry.catalogue === 'damage'
      ? ['stakeholder', 'loses', 'safety', 'financial', 'operational', 'privacy']
      : ['stride', 'properties', 'annex5']
  return { description, ...Object.fromEntries(names.map((name) => [name, rest[name]])) }
}

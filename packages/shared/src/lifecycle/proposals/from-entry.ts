import type { CatalogueEntry } from '../../catalogues/catalogue.contract.ts'
import type { ArtefactInput } from '../../graph/artefacts/artefacts.contract.ts'
import { treeOf } from './attack-steps.ts'

/** The kind of artefact that an entry of each catalogue becomes, and the link from an asset to it. */
export const madeOf = {
  damage: { kind: 'damage-scenario', link: 'harms' },
  threat: { kind: 'threat-scenario', link: 'targets' },
  attack: { kind: 'attack-tree', link: undefined },
} as const

/**
 * The artefact that a catalogue's entry becomes, with the entry as its origin. An attack becomes a tree with all
 * attacks that it needs first, taken from `attacks` (rule PROPOSAL-9).
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

import type { Catalogue, CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import { shippedSource } from '@carapace/shared/catalogues/shipped-source'

export const catalogueWords = {
  damage: {
    title: 'Damage catalogue',
    one: 'damage',
    many: 'damages',
    list: '/org/catalogues/damage-catalogue',
    add: '/org/catalogues/new-damage-catalogue',
    change: '/org/catalogues/update-damage-catalogue',
    becomes: 'damage scenario',
  },
  threat: {
    title: 'Threat catalogue',
    one: 'threat',
    many: 'threats',
    list: '/org/catalogues/threat-catalogue',
    add: '/org/catalogues/new-threat-catalogue',
    change: undefined,
    becomes: 'threat scenario',
  },
  attack: {
    title: 'Attack catalogue',
    one: 'attack',
    many: 'attacks',
    list: '/org/catalogues/attack-catalogue',
    add: '/org/catalogues/new-attack-catalogue',
    change: '/org/catalogues/update-attack-catalogue',
    becomes: 'attack tree',
  },
} as const satisfies Record<Catalogue, object>

/** The origin of an entry in one or two words. */
export function sourceOf({
  is_shipped: isShipped,
  is_changed: isChanged,
  source,
}: Pick<CatalogueEntry, 'is_shipped' | 'is_changed' | 'source'>): string {
  if (isShipped) return isChanged ? 'Shipped, changed here' : 'Shipped'
  return source === '' || source === shippedSource ? 'Own' : source
}

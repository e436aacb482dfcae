import type { z } from 'zod'
import { AttackFields, type Catalogue, type CatalogueEntry, DamageFields, ThreatFields } from './catalogue.contract.ts'
import { backendAttacks } from './shipped/attacks-backend.ts'
import { busAttacks } from './shipped/attacks-bus.ts'
import { diagnosticAttacks } from './shipped/attacks-diagnostics.ts'
import { hardwareAttacks } from './shipped/attacks-hardware.ts'
import { outsideAttacks } from './shipped/attacks-outside.ts'
import { radioAttacks } from './shipped/attacks-radio.ts'
import { softwareAttacks } from './shipped/attacks-software.ts'
import { communicationThreats } from './shipped/annex5-communication.ts'
import { connectivityThreats } from './shipped/annex5-connectivity.ts'
import { dataThreats } from './shipped/annex5-data.ts'
import { serverThreats } from './shipped/annex5-servers.ts'
import { peopleThreats, updateThreats } from './shipped/annex5-updates.ts'
import { weaknessThreats } from './shipped/annex5-weaknesses.ts'
import { shippedDamages } from './shipped/damages.ts'
import { shippedSource } from './shipped-source.ts'
import { shippedUuid } from './shipped/shipped-uuid.ts'

const levels = { n: 'negligible', m: 'moderate', M: 'major', s: 'severe' } as const
const factors = ['time', 'expertise', 'knowledge', 'window', 'equipment'] as const

/** The entries that every organisation begins with, in our own words (rule CATALOGUE-1). */
export const shippedEntries: readonly CatalogueEntry[] = [...damages(), ...threats(), ...attacks()]

const byUuid = new Map(shippedEntries.map((entry) => [entry.uuid, entry]))

export function shippedEntry(uuid: string): CatalogueEntry | undefined {
  return byUuid.get(uuid)
}

function entry(
  catalogue: Catalogue,
  code: string,
  title: string,
  sourceId: string,
  fields: Record<string, unknown>,
): CatalogueEntry {
  return {
    uuid: shippedUuid(code),
    catalogue,
    code,
    title,
    fields,
    source: shippedSource,
    source_id: sourceId,
    is_changed: false,
    is_shipped: true,
    is_retired: false,
    updated_at: null,
    revision: 0,
  }
}

function damages(): CatalogueEntry[] {
  return shippedDamages.map(
    ([code, title, description, stakeholder, loses, [s, f, o, p], categories, elements = []]) => {
      const level = (letter: string | undefined) => levels[letter as keyof typeof levels]
      return entry(
        'damage',
        code,
        title,
        code,
        DamageFields.parse({
          description,
          stakeholder,
          loses,
          safety: level(s),
          financial: level(f),
          operational: level(o),
          privacy: level(p),
          categories: [...categories],
          elements,
        } satisfies z.input<typeof DamageFields>),
      )
    },
  )
}

function threats(): CatalogueEntry[] {
  const all = [
    ...serverThreats,
    ...communicationThreats,
    ...updateThreats,
    ...peopleThreats,
    ...connectivityThreats,
    ...dataThreats,
    ...weaknessThreats,
  ]
  return all.map(([item, title, description, fields]) =>
    entry('threat', `R155-${item}`, title, item, ThreatFields.parse({ ...fields, description, annex5: [item] })),
  )
}

function attacks(): CatalogueEntry[] {
  const all = [
    ...busAttacks,
    ...diagnosticAttacks,
    ...softwareAttacks,
    ...hardwareAttacks,
    ...radioAttacks,
    ...backendAttacks,
    ...outsideAttacks,
  ]
  return all.map(([code, title, description, { ids, tactic, elements, media, potential, vector, needs, against }]) =>
    entry(
      'attack',
      code,
      title,
      code,
      AttackFields.parse({
        description,
        techniques: ids,
        tactic,
        elements,
        media,
        vector,
        needs,
        mitigations: against,
        potential: Object.fromEntries(factors.map((factor, i) => [factor, potential[i]])),
      }),
    ),
  )
}

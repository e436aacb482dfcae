import type {
  ReleaseChoice,
  saveVariant,
  Variant,
  VariantUnit,
} from '@carapace/shared/component-configuration/configuration.contract'
import type { InputOf } from '@carapace/shared/core/endpoint'

/** A control unit in the editor; lists are texts with commas. */
export interface UnitDraft {
  /** Distinguishes rows whose names are not typed yet. */
  readonly key: number
  readonly ecu: string
  readonly part: VariantUnit['part']
  readonly release: ReleaseChoice | null
  readonly calibration: string
  readonly features: string
}

/** A variant in the editor. */
export interface VariantDraft {
  readonly name: string
  readonly model: string
  readonly market: string
  readonly built_from: string
  readonly built_to: string
  readonly description: string
  readonly rxswins: string
  readonly units: readonly UnitDraft[]
}

export function draftOf(variant: Variant | undefined): VariantDraft {
  return {
    name: variant?.name ?? '',
    model: variant?.model ?? '',
    market: variant?.market ?? '',
    built_from: variant?.built_from ?? '',
    built_to: variant?.built_to ?? '',
    description: variant?.description ?? '',
    rxswins: variant?.rxswins.join(', ') ?? '',
    units: (variant?.units ?? []).map(({ features, ...unit }, key) => ({
      ...unit,
      key,
      features: features.join(', '),
    })),
  }
}

/** A new control unit below the others. */
export function withNewUnit(draft: VariantDraft): VariantDraft {
  const key = Math.max(-1, ...draft.units.map((unit) => unit.key)) + 1
  return {
    ...draft,
    units: [...draft.units, { key, ecu: '', part: null, release: null, calibration: '', features: '' }],
  }
}

/** What is saved of a draft: units without a name are left out. */
export function inputOf(draft: VariantDraft): Omit<InputOf<typeof saveVariant>, 'uuid' | 'revision'> {
  return {
    name: draft.name.trim(),
    model: draft.model.trim(),
    market: draft.market.trim(),
    built_from: draft.built_from || null,
    built_to: draft.built_to || null,
    description: draft.description.trim(),
    rxswins: listIn(draft.rxswins),
    units: draft.units
      .filter(({ ecu }) => ecu.trim() !== '')
      .map(({ ecu, part, release, calibration, features }) => ({
        ecu: ecu.trim(),
        part_uuid: part?.uuid ?? null,
        release_uuid: release?.uuid ?? null,
        calibration: calibration.trim(),
        features: listIn(features),
      })),
  }
}

function listIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ),
  ]
}

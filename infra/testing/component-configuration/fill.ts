import {
  proposeCombination,
  saveCompatibilityRule,
  saveHardwarePart,
  saveVariant,
} from '@carapace/shared/component-configuration/configuration.contract'
import { assignVariant } from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import type { Org } from '@carapace/shared/core/owned'

import type { Installation } from '../support/installation.ts'

/** A part, a release with a rule, a variant with a proposed combination, and a vehicle that is built as it. */
export async function fillConfigurations(site: Installation, token: string, org: Org, mark: string, vin: string) {
  const [release] = await site.sql<[{ uuid: string; software_uuid: string }]>`
    WITH w AS (
      INSERT INTO software (org_uuid, number, name, kind, ecu, reported_as)
      VALUES (${org.uuid}, 900, ${`${mark} configured software`}, 'ecu-image', ${`${mark}-ecu`}, ${`${mark}-SW`})
      RETURNING uuid)
    INSERT INTO releases (org_uuid, software_uuid, version) SELECT ${org.uuid}, uuid, '1.0.0' FROM w
    RETURNING uuid, software_uuid`
  const ecu = `${mark}-ecu`
  const { uuid: partUuid } = await site.request(token, saveHardwarePart, {
    part_number: `${mark}-part`,
    ecu,
    supplier: `${mark} supplier`,
  })
  const { uuid: compatibilityRuleUuid } = await site.request(token, saveCompatibilityRule, {
    kind: 'NEEDS_PART',
    release_uuid: release.uuid,
    part_uuid: partUuid,
    note: `${mark} note`,
  })
  const { variant } = await site.request(token, saveVariant, {
    name: `${mark} variant`,
    rxswins: [`${mark}-RX`],
    units: [{ ecu, part_uuid: partUuid, release_uuid: release.uuid, calibration: `${mark}-cal` }],
  })
  const proposed = await site.request(token, proposeCombination, {
    variant_uuid: variant.uuid,
    revision: variant.revision,
    note: `${mark} proposal`,
  })
  await site.request(token, assignVariant, { variant_uuid: variant.uuid, vins: [vin] })
  await site.sql`
    INSERT INTO vehicle_software (vehicle_uuid, org_uuid, ecu, basis, software, version, since, last_seen)
    SELECT uuid, org_uuid, ${ecu}, 'reported', ${`${mark}-SW`}, '1.0.0', now(), now()
    FROM vehicles WHERE org_uuid = ${org.uuid} AND vin = ${vin}`
  return {
    configuredReleaseUuid: release.uuid,
    configuredSoftwareUuid: release.software_uuid,
    partUuid,
    compatibilityRuleUuid,
    variantUuid: variant.uuid,
    combinationUuid: proposed.variant.combinations[0]!.uuid,
  }
}

import type { Finding } from '../detect/detector.ts'

/** The rule of alerts about a control unit that does not run what is declared for it. */
export const softwareDifferenceRule = 'software-difference'

/** A control unit that reports another software than the declared one. */
export interface SoftwareDifference {
  readonly ecu: string
  /** The time of the report, epoch ms. */
  readonly ts: number
  readonly software: string
  readonly version: string
  readonly hardware_part: string
  readonly declared_software: string
  readonly declared_version: string
  readonly declared_hardware_part: string
}

/** Returns the finding about a difference: one alert a vehicle and control unit (rule INVENTORY-3). */
export function softwareFinding(found: SoftwareDifference, vin: string): Finding {
  const { ecu, ts } = found
  const declared = `${found.declared_software} ${found.declared_version}`
  const reported = `${found.software} ${found.version}`
  const isOtherHardware =
    found.hardware_part !== '' &&
    found.declared_hardware_part !== '' &&
    found.hardware_part !== found.declared_hardware_part
  return {
    source: 'detector',
    rule: softwareDifferenceRule,
    key: `${softwareDifferenceRule}:${ecu}`,
    title: `Software of ${ecu} differs: declared ${declared}, reported ${reported}`,
    severity: 'medium',
    count: 1,
    ts,
    ecu,
    explanation: [
      { field: 'software', observed: reported, expected: declared },
      ...(isOtherHardware
        ? [{ field: 'hardware part', observed: found.hardware_part, expected: found.declared_hardware_part }]
        : []),
    ],
    observables: [
      { kind: 'vin', value: vin },
      { kind: 'ecu', value: ecu },
      { kind: 'software_version', value: reported },
    ],
    evidence: 'none',
  }
}

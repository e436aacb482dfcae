/** What the CAN detectors raised on benign traffic: by detector, the number of signs of each false alert. */
export interface BenignAlerts {
  readonly hours: number
  readonly alerts: Readonly<Record<string, readonly number[]>>
}

/**
 * Measured by `npm run eval:can -- --calibrate`, which prints this table: run it again after a change of the detectors.
 */
export const benignAlerts: BenignAlerts = {
  hours: 105,
  alerts: {
    'can-unknown-id': [],
    'can-flood': [],
    'can-fuzz': [],
    'can-dlc': [],
    'can-clock': [78, 197, 202, 251],
    'can-period': [],
    'can-suppression': [],
    'can-masquerade': [],
    'can-replay': [],
    'can-range': [],
    'can-bus-silent': [],
    'uds-scan': [],
    'uds-moving': [],
    'uds-security': [],
    'uds-flood': [],
    'j1939-address': [],
    'j1939-request': [],
    'j1939-transport': [],
    'can-many': [],
  },
}

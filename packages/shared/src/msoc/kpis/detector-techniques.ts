/**
 * The attack techniques that each built-in detector notices, of the Automotive Threat Matrix and of ATT&CK for ICS. A
 * detector of its own kind of event (geofences, the vehicle's own intrusion detection) names none: what it notices
 * depends on what the organisation has drawn or catalogued.
 */
export const detectorTechniques: Readonly<Record<string, readonly string[]>> = {
  'ids-event': [],
  geofence: [],
  'impossible-movement': ['ATM-T0004', 'T0856'],
  'authentication-failures': ['ATM-T0053', 'T0886'],
  'inconsistent-sources': ['ATM-T0004', 'ATM-T0070', 'T0856'],
  'can-unknown-id': ['ATM-T0071', 'T0855'],
  'can-flood': ['ATM-T0068', 'T0814'],
  'can-fuzz': ['ATM-T0071', 'T0806'],
  'can-dlc': ['ATM-T0071', 'T0855'],
  'can-clock': ['ATM-T0070', 'T0849'],
  'can-period': ['ATM-T0071', 'T0855'],
  'can-suppression': ['ATM-T0070', 'T0804'],
  'can-masquerade': ['ATM-T0070', 'T0849', 'T0856'],
  'can-correlation': ['ATM-T0070', 'T0856'],
  'can-replay': ['ATM-T0071', 'T0855'],
  'can-range': ['ATM-T0070', 'T0836'],
  'can-bus-silent': ['ATM-T0072', 'T0815'],
  'uds-scan': ['ATM-T0044', 'T0846'],
  'uds-moving': ['ATM-T0067', 'T0858'],
  'uds-security': ['ATM-T0033', 'T0812'],
  'uds-flood': ['ATM-T0072', 'T0814'],
  'j1939-address': ['ATM-T0072', 'T0848'],
  'j1939-request': ['ATM-T0072', 'T0814'],
  'j1939-transport': ['ATM-T0072', 'T0814'],
}

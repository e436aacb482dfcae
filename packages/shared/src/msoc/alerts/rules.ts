/** Display names of the rules that raise alerts, where a title states one alert's particulars. */
const names: Readonly<Record<string, string>> = {
  'authentication-failures': 'Repeated authentication failures',
  'reject-storm': 'Storm of rejected events',
  'impossible-movement': 'Impossible movement',
  'inconsistent-sources': 'Sources that disagree',
  'geofence-exit': 'Geofence left',
  'geofence-entry': 'Geofence entered',
  silence: 'Vehicle silent',
  'software-difference': 'Software differs from what is declared',
  'fleet-silence': 'Many vehicles silent at once',
  'fleet-same-rule': 'The same rule on many vehicles',
  'vehicle-risk': 'Risk of a vehicle',
  'own-gap': 'Gap in our own reception',
  'can-bus-silent': 'Silence of a bus',
  'can-clock': 'Another sender',
  'can-correlation': 'Implausible content',
  'can-dlc': 'Changed frame length',
  'can-flood': 'Flood of frames',
  'can-fuzz': 'Fuzzing',
  'can-many': 'Attack on many ids',
  'can-masquerade': 'Implausible content',
  'can-period': 'Injected frames',
  'can-range': 'Signal out of range',
  'can-replay': 'Replayed traffic',
  'can-suppression': 'Suppressed frames',
  'can-unknown-id': 'Unknown arbitration id',
  'j1939-address': 'J1939 address claims',
  'j1939-request': 'Storm of J1939 requests',
  'j1939-transport': 'Abuse of the J1939 transport protocol',
  'uds-flood': 'Flood of diagnostic requests',
  'uds-moving': 'Diagnostic session change while moving',
  'uds-scan': 'Scan of diagnostic services',
  'uds-security': 'Security access brute force',
}

/**
 * The name of a rule. A detector's alerts have different titles ("Silence on can0"), so its name is given here; an IDS
 * event has one name in the catalogue, which is the title of each of its alerts.
 */
export function ruleName(rule: string, title: string): string {
  return names[rule] ?? title
}

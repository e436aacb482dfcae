import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { demoArtefacts } from '../build.ts'
import { needs } from '../trees.ts'

const common = { day: 156, project: 'Gateway and diagnostics', status: 'APPROVED' } as const

/** Gateway and diagnostics: 14 scenarios. */
export const networkThreats = demoArtefacts('threat-scenario', common, {
  'TS-016': [
    'Security event log erased after an attack',
    {
      description: 'An intruder removes the traces before they are sent.',
      stride: ['repudiation', 'tampering'],
      properties: ['non-repudiation', 'integrity'],
      annex5: ['21.1', '5.4'],
      treatment: 'reduce',
      treatment_reason: 'What left the vehicle can not be erased in it.',
      effort: needs('month', 'expert', 'confidential', 'unlimited', 'standard', 'network', 'high', 'high', 'none'),
      indicators: { ...noIndicators, event_ids: [0x8023], ecus: ['GTW'] },
    },
    { from: { targets: 'AS-10', 'leads-to': 'DS-025', 'stands-in': 'CTL-24' }, to: { 'answered-by': 'CG-18' } },
  ],
  'TS-017': [
    'Alarm drowned in made-up events',
    {
      description: 'The sensors get so many anomalies that the important one is dropped.',
      stride: ['denial', 'repudiation'],
      properties: ['availability'],
      annex5: ['8.1', '20.3'],
      treatment: 'reduce',
      treatment_reason: 'Events are counted and thinned by kind, so that a rare one is not crowded out.',
      effort: needs('week', 'proficient', 'confidential', 'moderate', 'standard', 'local', 'low', 'none', 'none'),
    },
    { from: { targets: 'AS-10', 'leads-to': 'DS-025' }, to: { 'answered-by': 'CG-18' } },
  ],
  'TS-018': [
    "Malformed reports sent in a vehicle's name",
    {
      description: 'The interface that takes reports is fed with lines that no decoder should take.',
      stride: ['spoofing', 'denial'],
      properties: ['integrity'],
      annex5: ['11.4', '2.1'],
      treatment: 'retain',
      treatment_reason: 'They are refused one by one, with a reason, and counted.',
      effort: needs('month', 'proficient', 'confidential', 'unlimited', 'standard', 'network', 'high', 'low', 'none'),
      indicators: { ...noIndicators, detectors: ['reject-storm'] },
    },
    {
      status: 'COMPLETED',
      from: { targets: 'AS-10', 'leads-to': 'DS-027' },
      to: { 'answered-by': 'CC-10', 'detected-by': 'CE-09' },
    },
  ],
  'TS-040': [
    'SecurityAccess brute force from OBD',
    {
      description:
        'Seeds have 32 bits but come from a weak source: some thousand tries open the programming session of the ' +
        'gateway.',
      stride: ['spoofing', 'elevation'],
      properties: ['integrity', 'authenticity'],
      annex5: ['18.3', '26.1', '11.3'],
      treatment: 'reduce',
      treatment_reason: 'Opens everything else.',
      indicators: { ...noIndicators, detectors: ['uds-security'], event_ids: [0x8005] },
    },
    {
      status: 'IN_PROCESS',
      from: { targets: 'AS-07', 'leads-to': 'DS-021', assumed: 'AU-03' },
      to: { 'answered-by': 'CG-11', 'detected-by': 'CE-03' },
    },
  ],
  'TS-041': [
    'Leaked workshop certificate reused',
    {
      description: 'A tester is stolen, or its certificate is sold, and used elsewhere.',
      stride: ['spoofing'],
      properties: ['authenticity'],
      annex5: ['19.3', '18.3', '15.2'],
      treatment: 'share',
      treatment_reason: 'Workshops answer for their testers by contract; withdrawal is ours.',
    },
    {
      status: 'IN_PROCESS',
      from: { targets: 'AS-07 AS-31', 'leads-to': 'DS-021', assumed: 'AU-04' },
      to: { 'answered-by': 'CC-03' },
    },
  ],
  'TS-042': [
    'Extended session opened while driving',
    {
      description: 'A dongle left in the port requests an extended session and starts an actuator test at speed.',
      stride: ['elevation'],
      properties: ['authorisation'],
      annex5: ['18.3', '11.3'],
      treatment: 'reduce',
      treatment_reason: 'No workshop needs it.',
      indicators: { ...noIndicators, detectors: ['uds-moving'], event_ids: [0x8006] },
    },
    { from: { targets: 'AS-07', 'leads-to': 'DS-022' }, to: { 'answered-by': 'CG-12', 'detected-by': 'CE-03' } },
  ],
  'TS-043': [
    'Routing table overwritten by a diagnostic write',
    {
      description: 'WriteDataByIdentifier to the table is let through in the extended session.',
      stride: ['tampering'],
      properties: ['integrity'],
      annex5: ['5.2', '29.2', '11.3'],
      treatment: 'reduce',
      treatment_reason: 'One write opens all networks.',
    },
    { from: { targets: 'AS-08', 'leads-to': 'DS-024' }, to: { 'answered-by': 'CG-10' } },
  ],
  'TS-044': [
    'Strange frames through an added device',
    {
      description:
        'A device is clipped to a branch of the body bus behind the headlamp and sends ids that the vehicle does ' +
        'not have, looking for one that the gateway lets through (seen as 0x6F7).',
      stride: ['spoofing', 'tampering'],
      properties: ['integrity'],
      annex5: ['32.1', '11.1', '29.2'],
      treatment: 'reduce',
      treatment_reason: 'Thieves are known to open headlamps.',
      indicators: { ...noIndicators, detectors: ['can-unknown-id'], can_ids: [0x6f7] },
    },
    { from: { targets: 'AS-08', 'leads-to': 'DS-024' }, to: { 'answered-by': 'CG-09', 'detected-by': 'CE-02' } },
  ],
  'TS-045': [
    'Messages relayed at a wrong rate by the gateway',
    {
      description: 'A routed message is requested so often that its receivers are overloaded.',
      stride: ['denial'],
      properties: ['availability'],
      annex5: ['8.1', '24.1'],
      treatment: 'reduce',
      treatment_reason: 'The routing table has a rate for every line already.',
      effort: needs('month', 'proficient', 'restricted', 'unlimited', 'specialised', 'local', 'low', 'none', 'none'),
      indicators: { ...noIndicators, event_ids: [0x8010], ecus: ['GTW'] },
    },
    {
      from: { targets: 'AS-08', 'leads-to': 'DS-023', 'stands-in': 'CTL-10' },
      to: { 'answered-by': 'CG-09', 'detected-by': 'CE-02' },
    },
  ],
  'TS-046': [
    'Networks joined through the head unit',
    {
      description: 'Tagged frames from a compromised head unit end in the VLAN of driver assistance.',
      stride: ['elevation'],
      properties: ['integrity'],
      annex5: ['29.2', '17.1', '9.1'],
      treatment: 'avoid',
      treatment_reason: 'The second port of the head unit was taken out of the design in sample C.',
      effort: needs('month', 'expert', 'confidential', 'easy', 'specialised', 'adjacent', 'high', 'low', 'none'),
      indicators: { ...noIndicators, event_ids: [0x8018, 0x8019] },
    },
    { from: { targets: 'AS-08', 'leads-to': 'DS-024', 'stands-in': 'CTL-04' }, to: { 'answered-by': 'CG-09' } },
  ],
  'TS-047': [
    'Modified boot image on the gateway',
    {
      description: 'A changed image is written and started, past the check of its signature.',
      stride: ['tampering', 'elevation'],
      properties: ['integrity', 'authenticity'],
      annex5: ['22.2', '12.2', '23.1'],
      treatment: 'reduce',
      treatment_reason: 'Secure boot is the foundation of every other claim about the gateway.',
      indicators: { ...noIndicators, event_ids: [0x8003], ecus: ['GTW'] },
    },
    { from: { targets: 'AS-09', 'leads-to': 'DS-024' }, to: { 'answered-by': 'CG-13', 'detected-by': 'CE-04' } },
  ],
  'TS-048': [
    'Fault memory filled with made-up entries',
    {
      description: 'A dongle provokes timeouts until the fault memory is full.',
      stride: ['tampering'],
      properties: ['integrity'],
      annex5: ['20.5'],
      treatment: 'retain',
      treatment_reason: 'A workshop clears it.',
      effort: needs('month', 'expert', 'restricted', 'moderate', 'specialised', 'physical', 'low', 'none', 'none'),
    },
    { status: 'COMPLETED', from: { targets: 'AS-10', 'leads-to': 'DS-027' }, to: { 'answered-by': 'CC-10' } },
  ],
  'TS-049': [
    'Keys read by glitching the gateway',
    {
      description: 'The supply is disturbed during boot until memory can be read.',
      stride: ['disclosure'],
      properties: ['confidentiality'],
      annex5: ['19.3', '32.1'],
      treatment: 'retain',
      treatment_reason: 'Keys differ from vehicle to vehicle.',
      effort: needs('month', 'expert', 'restricted', 'moderate', 'bespoke', 'physical', 'high', 'none', 'none'),
    },
    { from: { targets: 'AS-09', 'leads-to': 'DS-026', 'stands-in': 'CTL-07' }, to: { 'answered-by': 'CC-04' } },
  ],
  'TS-050': [
    'Weakness in the DoIP stack exploited',
    {
      description: 'An unchecked length field lets a tester, or a guest in the workshop network, run code.',
      stride: ['elevation', 'tampering'],
      properties: ['integrity', 'availability'],
      annex5: ['28.1', '18.1', '9.1'],
      treatment: 'reduce',
      treatment_reason: 'Found by fuzzing in sample B, and likely not the last.',
      effort: needs('month', 'expert', 'public', 'easy', 'specialised', 'adjacent', 'low', 'low', 'none'),
      indicators: { ...noIndicators, event_ids: [0x801a, 0x8022], ecus: ['GTW'] },
    },
    {
      status: 'UNDER_REVIEW',
      from: { targets: 'AS-09', 'leads-to': 'DS-024', 'stands-in': 'CTL-01' },
      to: { 'answered-by': 'CG-13' },
    },
  ],
})

import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { demoArtefacts } from '../build.ts'
import { needs } from '../trees.ts'

const common = { day: 160, project: 'Electric drive control', status: 'APPROVED' } as const

/** Electric drive control: 18 scenarios. Those without `effort` have a tree. */
export const driveThreats = demoArtefacts('threat-scenario', common, {
  'TS-001': [
    'Inverter reflashed with tuned firmware',
    {
      description: 'A tuner writes changed software over the programming session of the inverter.',
      stride: ['tampering'],
      properties: ['integrity'],
      annex5: ['12.2', '23.1'],
      treatment: 'reduce',
      treatment_reason: 'Tuning is a business: what works once is sold a thousand times.',
      effort: needs('month', 'proficient', 'restricted', 'unlimited', 'bespoke', 'local', 'low', 'low'),
    },
    { from: { targets: 'AS-01', 'leads-to': 'DS-019', 'stands-in': 'CTL-02' }, to: { 'answered-by': 'CG-01' } },
  ],
  'TS-002': [
    'Inverter unlocked through its debug pads',
    {
      description: 'The housing is opened and the lock of the debug port is glitched.',
      stride: ['elevation'],
      properties: ['integrity'],
      annex5: ['28.2', '32.1'],
      treatment: 'reduce',
      treatment_reason: 'The lock is there already; it is kept and tested.',
      effort: needs('month', 'expert', 'confidential', 'difficult', 'bespoke', 'physical', 'high', 'none', 'none'),
    },
    { from: { targets: 'AS-01', 'leads-to': 'DS-019', 'stands-in': 'CTL-03' }, to: { 'answered-by': 'CG-01' } },
  ],
  'TS-003': [
    'Inverter left without software',
    {
      description: 'Programming is begun and broken off, so that no valid image remains.',
      stride: ['denial'],
      properties: ['availability'],
      annex5: ['5.4', '21.1'],
      treatment: 'retain',
      treatment_reason: 'The bootloader survives: a workshop reprograms it within an hour.',
      effort: needs('month', 'expert', 'confidential', 'easy', 'specialised', 'local', 'high', 'low', 'none'),
    },
    { status: 'COMPLETED', from: { targets: 'AS-01', 'leads-to': 'DS-016' }, to: { 'answered-by': 'CC-10' } },
  ],
  'TS-004': [
    'Torque limits raised in the calibration',
    {
      description: 'A map is read, changed and written back with a tool from the web.',
      stride: ['tampering'],
      properties: ['integrity'],
      annex5: ['5.2', '25.1'],
      treatment: 'reduce',
      treatment_reason: 'As TS-001, and easier.',
      effort: needs('month', 'proficient', 'restricted', 'easy', 'specialised', 'local', 'low', 'low', 'none'),
    },
    { from: { targets: 'AS-02', 'leads-to': 'DS-019 DS-014', 'stands-in': 'CTL-22' }, to: { 'answered-by': 'CG-02' } },
  ],
  'TS-005': [
    'Calibration read out and copied',
    {
      description: 'A competitor buys a car and reads the maps.',
      stride: ['disclosure'],
      properties: ['confidentiality'],
      annex5: ['19.1'],
      treatment: 'retain',
      treatment_reason: 'Driving the car on a test bench reveals the same.',
      effort: needs('month', 'expert', 'restricted', 'unlimited', 'specialised', 'local', 'high', 'none', 'none'),
    },
    { status: 'COMPLETED', from: { targets: 'AS-02', 'leads-to': 'DS-026' }, to: { 'answered-by': 'CC-09' } },
  ],
  'TS-006': [
    'Dataset of another variant loaded',
    {
      description: 'The dataset of the stronger variant is signed too, and is accepted by the weaker one.',
      stride: ['tampering'],
      properties: ['integrity'],
      annex5: ['12.3', '25.1'],
      treatment: 'reduce',
      treatment_reason: 'Binding a dataset to the variant costs nothing beside the signature.',
      effort: needs('month', 'expert', 'confidential', 'unlimited', 'specialised', 'local', 'high', 'low', 'none'),
    },
    {
      status: 'UNDER_REVIEW',
      from: { targets: 'AS-02', 'leads-to': 'DS-020', 'stands-in': 'CTL-22' },
      to: { 'answered-by': 'CG-02' },
    },
  ],
  'TS-007': [
    'Spoofed battery status derates the drive',
    {
      description: 'A forged TractionBattery (0x2B0) reports an empty or hot battery; the VCU reduces power.',
      stride: ['spoofing'],
      properties: ['integrity'],
      annex5: ['11.1'],
      treatment: 'reduce',
      treatment_reason: 'The same key ring as for torque requests serves it.',
      effort: needs('week', 'proficient', 'confidential', 'easy', 'specialised', 'local', 'low', 'none', 'none'),
      indicators: { ...noIndicators, detectors: ['can-period', 'can-masquerade'], can_ids: [0x2b0], buses: ['can0'] },
    },
    { from: { targets: 'AS-03', 'leads-to': 'DS-020' }, to: { 'answered-by': 'CG-03', 'detected-by': 'CE-01' } },
  ],
  'TS-008': [
    'Contactors kept closed after a crash',
    {
      description: 'The crash signal is suppressed on the bus while the vehicle collides.',
      stride: ['denial'],
      properties: ['availability', 'integrity'],
      annex5: ['24.1'],
      treatment: 'reduce',
      treatment_reason: 'The wired path stays, and is tested at the end of the line.',
      effort: needs('month', 'expert', 'confidential', 'difficult', 'specialised', 'local', 'high', 'none', 'required'),
    },
    { from: { targets: 'AS-03', 'leads-to': 'DS-015' }, to: { 'answered-by': 'CG-03' } },
  ],
  'TS-009': [
    'Battery limits falsified for faster charging',
    {
      description: 'Cell temperatures are forged so that the charge controller requests more current.',
      stride: ['tampering'],
      properties: ['integrity'],
      annex5: ['25.2', '32.3'],
      treatment: 'reduce',
      treatment_reason: 'The battery keeps its own limits in hardware; that must stay so.',
      effort: needs('month', 'experts', 'confidential', 'unlimited', 'specialised', 'local', 'high', 'none', 'none'),
    },
    { status: 'IN_PROCESS', from: { targets: 'AS-03', 'leads-to': 'DS-014' }, to: { 'answered-by': 'CG-03' } },
  ],
  'TS-010': [
    'Pedal frames masqueraded on the powertrain bus',
    {
      description:
        'The genuine AcceleratorPedal (0x1A4) is silenced and a forged one takes its place, at its rate and with ' +
        'its checksum.',
      stride: ['spoofing', 'tampering'],
      properties: ['integrity', 'authenticity'],
      annex5: ['11.1', '4.1'],
      treatment: 'reduce',
      treatment_reason: 'Same damage as TS-031, by another message.',
      indicators: {
        ...noIndicators,
        detectors: ['can-masquerade', 'can-suppression'],
        can_ids: [0x1a4],
        buses: ['can0'],
      },
    },
    { from: { targets: 'AS-05', 'leads-to': 'DS-012' }, to: { 'answered-by': 'CG-04', 'detected-by': 'CE-01' } },
  ],
  'TS-011': [
    'Tuning box between pedal and VCU',
    {
      description: 'A harness from a shop changes the analogue tracks: the pedal answers earlier.',
      stride: ['tampering'],
      properties: ['integrity'],
      annex5: ['32.1', '32.3'],
      treatment: 'retain',
      treatment_reason: 'The owner does it to the own car; both tracks stay within their slopes.',
      effort: needs('day', 'proficient', 'public', 'easy', 'specialised', 'physical', 'low', 'none', 'none'),
    },
    { status: 'COMPLETED', from: { targets: 'AS-05 AS-25', 'leads-to': 'DS-020' }, to: { 'answered-by': 'CC-01' } },
  ],
  'TS-012': [
    'Contract certificate copied from the charge controller',
    {
      description: 'The private key is read from the flash of a part from the scrapyard.',
      stride: ['disclosure'],
      properties: ['confidentiality'],
      annex5: ['19.3'],
      treatment: 'reduce',
      treatment_reason: 'The key moves into the security module with the next hardware.',
      effort: needs('month', 'expert', 'confidential', 'easy', 'specialised', 'physical', 'high', 'none', 'none'),
    },
    { from: { targets: 'AS-06', 'leads-to': 'DS-017', 'stands-in': 'CTL-07' }, to: { 'answered-by': 'CG-05' } },
  ],
  'TS-013': [
    'Charging stopped by radio near the cable',
    {
      description: 'The conversation on the charging cable is disturbed from some metres away, and both sides give up.',
      stride: ['denial'],
      properties: ['availability'],
      annex5: ['16.3', '24.1'],
      treatment: 'retain',
      treatment_reason: "It ends with the disturber; the standard's way to speak on the cable can not be changed here.",
      effort: needs('day', 'proficient', 'public', 'easy', 'specialised', 'adjacent', 'low', 'none', 'none'),
    },
    { status: 'COMPLETED', from: { targets: 'AS-06', 'leads-to': 'DS-018' }, to: { 'answered-by': 'CC-02' } },
  ],
  'TS-014': [
    'Rogue charge point collects identifiers',
    {
      description: 'A charge point records the identifier of the charge controller before any encryption.',
      stride: ['disclosure'],
      properties: ['confidentiality'],
      annex5: ['7.1'],
      treatment: 'share',
      treatment_reason: 'Operators are bound by contract not to keep it.',
      effort: needs('week', 'proficient', 'public', 'easy', 'specialised', 'adjacent', 'low', 'none', 'required'),
    },
    { status: 'IN_PROCESS', from: { targets: 'AS-06', 'leads-to': 'DS-043' }, to: { 'answered-by': 'CC-06' } },
  ],
  'TS-015': [
    'Charge limits raised through the charging session',
    {
      description:
        'A manipulated charge point offers voltages that the vehicle should refuse, and exploits its parser to ' +
        'have them taken.',
      stride: ['tampering', 'elevation'],
      properties: ['integrity'],
      annex5: ['18.1', '25.2'],
      treatment: 'reduce',
      treatment_reason: 'Limits are checked again by the battery management.',
      effort: needs('half-year', 'expert', 'restricted', 'easy', 'standard', 'adjacent', 'high', 'none', 'required'),
    },
    { from: { targets: 'AS-06', 'leads-to': 'DS-014' }, to: { 'answered-by': 'CG-06' } },
  ],
  'TS-031': [
    'Spoofed torque request over powertrain CAN',
    {
      description:
        'Frames with 0x0A0 are put on can0 beside the genuine ones, at 2.5 to 4 times their rate, with a valid ' +
        'counter and checksum: the inverter takes the latest.',
      stride: ['spoofing', 'tampering'],
      properties: ['integrity', 'authenticity'],
      annex5: ['11.1', '4.1', '5.5'],
      treatment: 'reduce',
      treatment_reason: 'Severe harm, and a week with an OBD dongle suffices.',
      indicators: { ...noIndicators, detectors: ['can-period', 'can-masquerade'], can_ids: [0x0a0], buses: ['can0'] },
    },
    { from: { targets: 'AS-04', 'leads-to': 'DS-012' }, to: { 'answered-by': 'CG-07', 'detected-by': 'CE-01' } },
  ],
  'TS-032': [
    'Torque request suppressed by bus flood',
    {
      description:
        'The bus is filled with 0x000, which wins every arbitration: genuine requests come late or not at all.',
      stride: ['denial'],
      properties: ['availability'],
      annex5: ['24.1', '8.1'],
      treatment: 'reduce',
      treatment_reason: 'Loss of propulsion in traffic, from one frame repeated.',
      indicators: { ...noIndicators, detectors: ['can-flood'], buses: ['can0'] },
    },
    { from: { targets: 'AS-04', 'leads-to': 'DS-013' }, to: { 'answered-by': 'CG-08', 'detected-by': 'CE-02' } },
  ],
  'TS-033': [
    'Replay of recorded torque frames',
    {
      description: 'Frames of a strong acceleration are recorded and sent again later.',
      stride: ['spoofing'],
      properties: ['authenticity'],
      annex5: ['6.3', '11.1'],
      treatment: 'reduce',
      treatment_reason: 'A checksum does not know when it was made.',
      indicators: { ...noIndicators, detectors: ['can-replay'], can_ids: [0x0a0], buses: ['can0'] },
    },
    {
      status: 'UNDER_REVIEW',
      from: { targets: 'AS-04', 'leads-to': 'DS-012' },
      to: { 'answered-by': 'CG-07', 'detected-by': 'CE-01' },
    },
  ],
})

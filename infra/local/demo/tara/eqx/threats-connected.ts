import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { demoArtefacts } from '../build.ts'
import { needs } from '../trees.ts'

/** Telematics unit: 12 scenarios. */
export const telematicsThreats = demoArtefacts(
  'threat-scenario',
  { day: 152, project: 'Telematics unit', status: 'APPROVED' },
  {
    'TS-051': [
      'Downgrade to a vulnerable TCU release',
      {
        description: 'A release that was signed once, and is known to be weak since, is installed again (3.9.8).',
        stride: ['tampering'],
        properties: ['integrity'],
        annex5: ['6.3', '12.1', '28.1'],
        treatment: 'reduce',
        treatment_reason: 'A signature does not grow old by itself.',
        indicators: { ...noIndicators, event_ids: [0x8004], ecus: ['TCU'] },
      },
      {
        status: 'CREATED',
        from: { targets: 'AS-11', 'leads-to': 'DS-030' },
        to: { 'answered-by': 'CG-14', 'detected-by': 'CE-04' },
      },
    ],
    'TS-052': [
      'Tampered update from a mirrored server',
      {
        description: 'Name resolution or the network leads the vehicle to a server that looks like ours.',
        stride: ['tampering', 'spoofing'],
        properties: ['integrity', 'authenticity'],
        annex5: ['12.1', '6.2', '5.3'],
        treatment: 'reduce',
        treatment_reason: 'All vehicles ask the same server.',
        indicators: { ...noIndicators, event_ids: [0x8004] },
      },
      { from: { targets: 'AS-11', 'leads-to': 'DS-030' }, to: { 'answered-by': 'CG-14' } },
    ],
    'TS-053': [
      'Signing key extracted at the supplier',
      {
        description: "A copy of the supplier's key leaves its build environment.",
        stride: ['disclosure', 'spoofing'],
        properties: ['confidentiality'],
        annex5: ['12.4', '1.1', '19.3'],
        treatment: 'share',
        treatment_reason: 'The supplier answers for its keys; ours countersign, so that one alone is not enough.',
      },
      { status: 'UNDER_REVIEW', from: { targets: 'AS-28', 'leads-to': 'DS-031' }, to: { 'answered-by': 'CC-05' } },
    ],
    'TS-054': [
      'Remote command accepted from another customer',
      {
        description: 'The interface for apps takes the vehicle from the request and does not check its owner.',
        stride: ['elevation', 'spoofing'],
        properties: ['authorisation'],
        annex5: ['16.1', '3.3', '28.1'],
        treatment: 'reduce',
        treatment_reason: 'Works against any vehicle, from a sofa.',
      },
      {
        status: 'IN_PROCESS',
        from: { targets: 'AS-12', 'leads-to': 'DS-030' },
        to: { 'answered-by': 'CG-15', 'detected-by': 'CE-05' },
      },
    ],
    'TS-055': [
      'Maintenance login of the TCU guessed',
      {
        description: 'SSH answers on the private access point; passwords are tried until one opens.',
        stride: ['spoofing'],
        properties: ['authenticity'],
        annex5: ['29.1', '16.2', '9.1'],
        treatment: 'reduce',
        treatment_reason: 'Carried over from the van; its logs show attempts every day.',
        indicators: { ...noIndicators, detectors: ['authentication-failures'] },
      },
      {
        from: { targets: 'AS-13', 'leads-to': 'DS-033', assumed: 'AU-06' },
        to: { 'answered-by': 'CG-16', 'detected-by': 'CE-06' },
      },
    ],
    'TS-056': [
      'Remote commands abused by staff',
      {
        description: 'An administrator of the back end opens a vehicle, or looks for one.',
        stride: ['elevation', 'repudiation'],
        properties: ['authorisation'],
        annex5: ['1.1', '3.1'],
        treatment: 'reduce',
        treatment_reason: 'Four eyes for single commands cost little.',
        effort: needs(
          'day',
          'proficient',
          'strictly-confidential',
          'unlimited',
          'standard',
          'network',
          'low',
          'high',
          'none',
        ),
      },
      { from: { targets: 'AS-12', 'leads-to': 'DS-033', assumed: 'AU-02' }, to: { 'answered-by': 'CG-17' } },
    ],
    'TS-057': [
      'Telematics cut off by jamming',
      {
        description: 'A following vehicle disturbs cellular and satellite signals until the SOC receives nothing.',
        stride: ['denial'],
        properties: ['availability'],
        annex5: ['8.2', '16.3'],
        treatment: 'retain',
        treatment_reason: 'Radio can be disturbed; the vehicle stores its events and reports them later.',
        effort: needs('day', 'proficient', 'public', 'difficult', 'specialised', 'adjacent', 'low', 'none', 'none'),
        indicators: { ...noIndicators, detectors: ['silence'] },
      },
      {
        status: 'COMPLETED',
        from: { targets: 'AS-12', 'leads-to': 'DS-032' },
        to: { 'answered-by': 'CC-07', 'detected-by': 'CE-09' },
      },
    ],
    'TS-058': [
      'Client certificate taken from the flash of a TCU',
      {
        description: 'The unit is unsoldered and read.',
        stride: ['disclosure', 'spoofing'],
        properties: ['confidentiality'],
        annex5: ['19.3', '20.2'],
        treatment: 'retain',
        treatment_reason: 'One vehicle, and its certificate is withdrawn when it reports from two places.',
        effort: needs('month', 'expert', 'restricted', 'moderate', 'bespoke', 'physical', 'high', 'none', 'none'),
      },
      { from: { targets: 'AS-13', 'leads-to': 'DS-034', 'stands-in': 'CTL-07' }, to: { 'answered-by': 'CC-04' } },
    ],
    'TS-059': [
      'SIM moved into another device',
      {
        description: 'The card is taken out and used on the private access point.',
        stride: ['spoofing'],
        properties: ['authorisation'],
        annex5: ['20.2', '29.1'],
        treatment: 'share',
        treatment_reason: 'The operator binds the card to the device.',
        effort: needs('day', 'proficient', 'restricted', 'moderate', 'specialised', 'physical', 'low', 'none', 'none'),
      },
      {
        status: 'COMPLETED',
        from: { targets: 'AS-13', 'leads-to': 'DS-035', assumed: 'AU-06' },
        to: { 'answered-by': 'CC-12' },
      },
    ],
    'TS-060': [
      'Position stream read by a third party',
      {
        description: 'Reports leave the cloud through a partner interface, a shared storage or a stolen token.',
        stride: ['disclosure'],
        properties: ['confidentiality'],
        annex5: ['3.5', '19.2', '7.2'],
        treatment: 'reduce',
        treatment_reason: 'Movement profiles of all customers.',
      },
      { from: { targets: 'AS-15', 'leads-to': 'DS-040' }, to: { 'answered-by': 'CG-19', 'detected-by': 'CE-05' } },
    ],
    'TS-061': [
      'GNSS spoofing shifts geofence decisions',
      {
        description: 'A transmitter beside the antenna fakes another place: the vehicle seems to jump, or to stay.',
        stride: ['spoofing'],
        properties: ['integrity'],
        annex5: ['4.1', '32.3'],
        treatment: 'retain',
        treatment_reason: 'Jumps are noticed by the SOC; slow drifts are watched by odometry.',
        indicators: { ...noIndicators, detectors: ['impossible-movement'] },
      },
      {
        status: 'COMPLETED',
        from: { targets: 'AS-15', 'leads-to': 'DS-041' },
        to: { 'answered-by': 'CC-08', 'detected-by': 'CE-07' },
      },
    ],
    'TS-062': [
      'Maintenance key of a batch used on another vehicle',
      {
        description: 'One SSH key was written into all units of a production week; it is read from one of them.',
        stride: ['spoofing', 'disclosure'],
        properties: ['authenticity', 'confidentiality'],
        annex5: ['26.2', '28.2'],
        treatment: 'reduce',
        treatment_reason: 'Reading one unit opens some thousand.',
      },
      { from: { targets: 'AS-13', 'leads-to': 'DS-033' }, to: { 'answered-by': 'CG-16', 'detected-by': 'CE-06' } },
    ],
  },
)

/** Phone as a key: 9 scenarios. */
export const keyThreats = demoArtefacts(
  'threat-scenario',
  { day: 104, project: 'Phone as a key', status: 'IN_PROCESS' },
  {
    'TS-063': [
      'Key copied from a rooted phone',
      {
        description: 'Malware uses the key of a phone whose protections are off.',
        stride: ['spoofing', 'disclosure'],
        properties: ['confidentiality', 'authenticity'],
        annex5: ['16.1', '17.1'],
        treatment: 'reduce',
        treatment_reason:
          'Phones without a sound boot are refused at pairing, and at every statement of the key server.',
        effort: needs('month', 'expert', 'restricted', 'moderate', 'standard', 'network', 'high', 'low', 'required'),
      },
      { from: { targets: 'AS-16', 'leads-to': 'DS-050', assumed: 'AU-05' }, to: { 'answered-by': 'CG-20' } },
    ],
    'TS-064': [
      'Key applet attacked by another app',
      {
        description: 'A second applet or app requests signatures from the secure element.',
        stride: ['elevation'],
        properties: ['confidentiality'],
        annex5: ['17.1', '19.3'],
        treatment: 'reduce',
        treatment_reason: 'Access rules in the secure element; opening alone requires the screen lock.',
        effort: needs('half-year', 'expert', 'public', 'unlimited', 'standard', 'local', 'high', 'low', 'required'),
      },
      {
        status: 'APPROVED',
        from: { targets: 'AS-16', 'leads-to': 'DS-051', assumed: 'AU-05' },
        to: { 'answered-by': 'CG-20' },
      },
    ],
    'TS-065': [
      'Distance shortened by early pulses',
      {
        description: 'Pulses are guessed and sent early, so that the phone seems nearer than it is.',
        stride: ['spoofing'],
        properties: ['integrity'],
        annex5: ['16.3', '4.1'],
        treatment: 'reduce',
        treatment_reason: 'Scrambled timestamps and a receiver that checks the whole sequence.',
        effort: needs('month', 'expert', 'restricted', 'moderate', 'bespoke', 'adjacent', 'high', 'none', 'none'),
      },
      { from: { targets: 'AS-17', 'leads-to': 'DS-051', 'stands-in': 'CTL-17' }, to: { 'answered-by': 'CG-22' } },
    ],
    'TS-066': [
      'Distance measurement disturbed',
      {
        description: 'UWB is disturbed until the phone opens nothing.',
        stride: ['denial'],
        properties: ['availability'],
        annex5: ['16.3', '8.1'],
        treatment: 'reduce',
        treatment_reason:
          'A card in the wallet opens the door by touch; falling back to Bluetooth strength is not allowed.',
        effort: needs('week', 'expert', 'public', 'moderate', 'specialised', 'adjacent', 'low', 'none', 'none'),
      },
      { status: 'CREATED', from: { targets: 'AS-17', 'leads-to': 'DS-052' } },
    ],
    'TS-067': [
      'Key shared from a taken-over account',
      {
        description: 'An owner is tricked out of the account password; an attacker gets a new shared key.',
        stride: ['spoofing', 'elevation'],
        properties: ['authorisation'],
        annex5: ['15.1', '16.1'],
        treatment: 'reduce',
        treatment_reason: 'No skill at all, and no trace at the car.',
      },
      { from: { targets: 'AS-18', 'leads-to': 'DS-050' }, to: { 'answered-by': 'CG-21', 'detected-by': 'CE-08' } },
    ],
    'TS-068': [
      'Withdrawn key keeps working offline',
      {
        description:
          'A former partner or customer keeps the phone in flight mode, and the car in a basement: neither receives ' +
          'of the withdrawal.',
        stride: ['elevation'],
        properties: ['authorisation'],
        annex5: ['16.1', '31.1'],
        treatment: 'reduce',
        treatment_reason: 'Anybody can do it.',
        effort: needs('day', 'layman', 'public', 'moderate', 'standard', 'adjacent', 'low', 'low', 'none'),
      },
      {
        status: 'UNDER_REVIEW',
        from: { targets: 'AS-18', 'leads-to': 'DS-050', 'stands-in': 'CTL-18' },
        to: { 'answered-by': 'CG-21' },
      },
    ],
    'TS-069': [
      'Key server overwhelmed',
      {
        description: 'Requests from many addresses keep the service from answering.',
        stride: ['denial'],
        properties: ['availability'],
        annex5: ['2.1'],
        treatment: 'retain',
        treatment_reason: 'Existing keys do not need it for a day.',
        effort: needs('day', 'proficient', 'restricted', 'moderate', 'specialised', 'network', 'low', 'none', 'none'),
      },
      { status: 'COMPLETED', from: { targets: 'AS-18', 'leads-to': 'DS-036' }, to: { 'answered-by': 'CC-10' } },
    ],
    'TS-070': [
      'Relay of phone key within 40 m',
      {
        description: 'Two devices extend the radio between a phone in the house and the car in front of it.',
        stride: ['spoofing'],
        properties: ['authenticity'],
        annex5: ['16.1', '16.3', '6.2'],
        treatment: 'reduce',
        treatment_reason: 'Known from keyless entry: criminals specialise in it.',
      },
      { from: { targets: 'AS-19', 'leads-to': 'DS-050' }, to: { 'answered-by': 'CG-22', 'detected-by': 'CE-08' } },
    ],
    'TS-071': [
      'Replay of door unlock on body CAN',
      {
        description: 'DoorsAndLocks (0x310) is recorded and sent again on the branch behind the headlamp.',
        stride: ['spoofing'],
        properties: ['authenticity'],
        annex5: ['6.3', '11.1', '32.1'],
        treatment: 'reduce',
        treatment_reason: 'Opens the car without any key.',
        indicators: { ...noIndicators, detectors: ['can-replay', 'can-masquerade'], can_ids: [0x310] },
      },
      {
        status: 'APPROVED',
        from: { targets: 'AS-19', 'leads-to': 'DS-050' },
        to: { 'answered-by': 'CG-22', 'detected-by': 'CE-08' },
      },
    ],
  },
)

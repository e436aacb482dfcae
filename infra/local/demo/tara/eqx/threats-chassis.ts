import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { demoArtefacts } from '../build.ts'
import { needs } from '../trees.ts'

/** Brake and steering: 7 scenarios. */
export const chassisThreats = demoArtefacts(
  'threat-scenario',
  { day: 148, project: 'Brake and steering', status: 'APPROVED' },
  {
    'TS-072': [
      'Forged steering angle misleads stability control',
      {
        description: 'SteeringAngle (0x0D0) reports a bend that does not exist.',
        stride: ['spoofing'],
        properties: ['integrity'],
        annex5: ['11.1', '6.1'],
        treatment: 'reduce',
        treatment_reason: 'The angle is checked against yaw rate; how far is still to be put down.',
        effort: needs('month', 'proficient', 'restricted', 'moderate', 'specialised', 'local', 'high', 'none', 'none'),
        indicators: { ...noIndicators, detectors: ['can-masquerade', 'can-period'], can_ids: [0x0d0] },
      },
      { status: 'IN_PROCESS', from: { targets: 'AS-20', 'leads-to': 'DS-061' } },
    ],
    'TS-073': [
      'Parking request steers at speed',
      {
        description: 'The request of the parking assistant is forged, together with a low speed.',
        stride: ['spoofing'],
        properties: ['integrity', 'authenticity'],
        annex5: ['11.1', '25.1'],
        treatment: 'reduce',
        treatment_reason: 'Requests are secured; the steering reads wheel speeds on a second way.',
        effort: needs('month', 'expert', 'confidential', 'easy', 'specialised', 'local', 'high', 'none', 'none'),
      },
      { from: { targets: 'AS-20', 'leads-to': 'DS-062' }, to: { 'answered-by': 'CG-23' } },
    ],
    'TS-074': [
      'Secured requests to driver assistance forged',
      {
        description:
          'Secured messages are made up or changed on their way to driver assistance, hoping for a receiver that ' +
          'does not check; those that do report SecOC failures.',
        stride: ['spoofing', 'tampering'],
        properties: ['integrity', 'authenticity'],
        annex5: ['11.1', '5.2'],
        treatment: 'reduce',
        treatment_reason: 'Brakes without the driver.',
        indicators: { ...noIndicators, event_ids: [0x8001], ecus: ['ADAS'] },
      },
      { from: { targets: 'AS-21', 'leads-to': 'DS-062' }, to: { 'answered-by': 'CG-23', 'detected-by': 'CE-10' } },
    ],
    'TS-075': [
      'Pad wear falsified',
      {
        description: 'A workshop sells pads that are not needed.',
        stride: ['tampering'],
        properties: ['integrity'],
        annex5: ['20.5'],
        treatment: 'retain',
        treatment_reason: 'Easier by word of mouth.',
        effort: needs('month', 'expert', 'confidential', 'difficult', 'standard', 'physical', 'low', 'low', 'none'),
      },
      { status: 'COMPLETED', from: { targets: 'AS-21', 'leads-to': 'DS-063' }, to: { 'answered-by': 'CC-10' } },
    ],
    'TS-076': [
      'Feel of the steering changed',
      {
        description: 'The curve of assistance is replaced by another approved one.',
        stride: ['tampering'],
        properties: ['integrity'],
        annex5: ['25.1'],
        treatment: 'retain',
        treatment_reason: 'All curves that exist are approved.',
        effort: needs('half-year', 'expert', 'restricted', 'unlimited', 'standard', 'local', 'low', 'low', 'none'),
      },
      { status: 'COMPLETED', from: { targets: 'AS-21 AS-20', 'leads-to': 'DS-063' }, to: { 'answered-by': 'CC-10' } },
    ],
    'TS-080': [
      'Masquerade of BrakeStatus with valid counter',
      {
        description:
          'BrakeState (0x0C2) is sent in place of the genuine one, with a counter and checksum that fit: a sound ' +
          'brake is shown.',
        stride: ['spoofing', 'tampering'],
        properties: ['integrity'],
        annex5: ['11.1', '24.1'],
        treatment: 'reduce',
        treatment_reason: 'Together with a fault somebody gets hurt.',
        indicators: { ...noIndicators, detectors: ['can-masquerade'], can_ids: [0x0c2] },
      },
      { status: 'REJECTED', from: { targets: 'AS-22', 'leads-to': 'DS-060' }, to: { 'answered-by': 'CG-25' } },
    ],
    'TS-081': [
      'Alive counter frozen by gateway firmware',
      {
        description: 'A changed gateway repeats the last good message and leaves its counter as it is.',
        stride: ['tampering', 'denial'],
        properties: ['availability'],
        annex5: ['11.1', '5.2'],
        treatment: 'retain',
        treatment_reason: 'The cluster takes the lamp for lit after three equal counters.',
      },
      { from: { targets: 'AS-22', 'leads-to': 'DS-060' }, to: { 'answered-by': 'CC-11' } },
    ],
  },
)

/** Cockpit: 3 scenarios, the first ones of an item that is still new. */
export const cockpitThreats = demoArtefacts(
  'threat-scenario',
  { day: 44, project: 'Cockpit', status: 'IN_PROCESS' },
  {
    'TS-082': [
      'Odometer turned back',
      {
        description: 'A filter between cluster and bus divides Odometer (0x410).',
        stride: ['tampering'],
        properties: ['integrity'],
        annex5: ['20.4', '32.1'],
        treatment: 'reduce',
        treatment_reason: 'Forbidden by law, and sold on every market.',
        effort: needs('week', 'expert', 'restricted', 'unlimited', 'specialised', 'physical', 'low', 'none', 'none'),
        indicators: { ...noIndicators, detectors: ['can-masquerade'], can_ids: [0x410] },
      },
      { from: { targets: 'AS-23', 'leads-to': 'DS-070' }, to: { 'answered-by': 'CG-24' } },
    ],
    'TS-083': [
      'Cluster skin replaced over USB',
      {
        description: 'A skin package with foreign pictures is installed.',
        stride: ['tampering'],
        properties: ['integrity'],
        annex5: ['18.2', '18.1'],
        treatment: 'retain',
        treatment_reason: 'A separate part draws the warnings.',
        effort: needs(
          'month',
          'proficient',
          'restricted',
          'unlimited',
          'specialised',
          'physical',
          'low',
          'none',
          'required',
        ),
      },
      {
        status: 'CREATED',
        origin: { how: 'rules', what: 'USB that is reachable from outside' },
        from: { targets: 'AS-23', 'leads-to': 'DS-071' },
        to: { 'answered-by': 'CC-10' },
      },
    ],
    'TS-084': [
      'Head unit crashed by a crafted media file',
      {
        description: 'A song with a broken cover restarts the head unit.',
        stride: ['denial'],
        properties: ['availability'],
        annex5: ['18.2', '28.1', '10.1'],
        treatment: 'retain',
        treatment_reason: 'It comes back within half a minute.',
        effort: needs('month', 'expert', 'public', 'easy', 'specialised', 'local', 'low', 'none', 'required'),
      },
      {
        status: 'CREATED',
        origin: { how: 'catalogue', what: 'Infected media' },
        from: { targets: 'AS-23', 'leads-to': 'DS-071' },
      },
    ],
  },
)

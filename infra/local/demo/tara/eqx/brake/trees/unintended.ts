import {
  all,
  any,
  atLeast,
  condition,
  fails,
  latent,
  outside,
  shared,
  treeOf,
  under,
  withCommonCauses,
} from './build.ts'
import { wheels } from './wheel-lost.ts'

/** From one start to the next. */
const trip = 1

const requestTooHigh = any(
  'request_high',
  'Request of the driver is read too high',
  atLeast(
    2,
    'signals_high',
    'Two of three signals read too high',
    shared('cell_1_high', 'First cell of the travel reads too high', { is: 'stray-field' }),
    shared('cell_2_high', 'Second cell of the travel reads too high', { is: 'stray-field' }),
    fails('force_high', 'Force reads too high', 5, { is: 'amplifier-drift' }),
  ),
  all(
    'lever_stays',
    'Lever does not return',
    fails('lever_jams', 'Lever jams pressed', 0.2, { is: 'pedal-breaks' }),
    fails('jam_unseen', 'Force at rest is not noticed', 4),
  ),
)

const forcesTooHigh = all(
  'forces_high',
  'Forces are too high and the limit does not act',
  any(
    'computed_high',
    'Leading controller computes too much',
    fails('A_residual', 'Fault of the microcontroller that lockstep does not see', 0.6, { is: 'memory-flip' }),
    fails('A_memory', 'Flipped bits that are corrected wrongly', 0.8, { is: 'memory-flip' }),
    fails('A_stale', 'Old request of assistance is used', 0.3, { is: 'stale-request' }),
    fails('A_input', 'Input circuit delivers a wrong travel', 6),
    fails('A_reference', 'Reference of the converter drifts', 4),
  ),
  any(
    'limit_missing',
    'Limit by controller B does not act',
    latent('B_latent', 'Controller B has a fault that nobody noticed', 60, trip, 0.94, { is: 'b-latent' }),
    latent('B_input', 'Input circuit of B delivers a wrong travel', 6, trip, 0.9),
    latent('wheel_limit', 'A wheel does not apply the limit', 3, trip, 0.9),
  ),
)

const assistance = any(
  'assistance_brakes',
  'Assistance brakes without a reason',
  under(
    'assistance_false',
    'False request of assistance',
    outside('assistance_request', 'Assistance sends a request without an object', 50, {
      note: 'The supplier of assistance guarantees 50 FIT after its own analysis.',
    }),
    condition('assistance_on', 'Assistance is switched on', 0.4),
  ),
  fails('request_corrupted', 'A request is changed and accepted by both controllers', 0.05),
  all(
    'request_stays',
    'Request of assistance does not end',
    fails('gateway_repeats', 'The gateway repeats the last request', 2),
    fails('age_unchecked', 'Age of the request is not checked', 1, { is: 'stale-request' }),
  ),
)

const held = all(
  'held_driving',
  'Vehicle is held while driving',
  atLeast(
    3,
    'speeds_zero',
    'Three wheel speeds read zero',
    ...wheels.map(({ id, place }) =>
      shared(`${id}_zero`, `Speed of the wheel ${place} reads zero`, { is: 'sensor-wire' }),
    ),
  ),
  fails('drive_speed', 'Speed of the motor is not available', 15),
)

/** FT-02: braking that nobody requested. */
export const unintendedBraking = treeOf(
  withCommonCauses(
    any(
      'unintended_braking',
      'Decelerates by 2 m/s² more than requested',
      requestTooHigh,
      forcesTooHigh,
      assistance,
      held,
      fails('stuck_commands', 'Commands are frozen while their counter goes on', 0.1),
    ),
    {
      id: 'stray_field',
      title: 'Cells in one stray field',
      model: 'beta-factor',
      members: 'cell_1_high cell_2_high',
      fit: 'cell_high',
      factors: [0.05],
      note: 'The heating cable passes at 120 mm; measured with 4 mT.',
    },
    {
      id: 'speed_sensors',
      title: 'Wheel speed sensors',
      model: 'MGL',
      members: wheels.map(({ id }) => `${id}_zero`).join(' '),
      fit: 20,
      factors: [0.03, 0.2],
    },
  ),
  { cell_high: ['A cell of the travel reads too high', 4, 3] },
)

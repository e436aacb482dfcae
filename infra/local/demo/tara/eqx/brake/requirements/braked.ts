import { controllers, shall, wheels } from './shall.ts'

/** Do not brake wrongly: all wheels, one wheel, locking wheels. */
export const braked = {
  'FSR-016': shall(
    'functional',
    [
      'Forces do not exceed the requests',
      'The sum of the clamping forces shall not exceed that of the requests by more than 10 % for more than 100 ms.',
    ],
    ['SG-02 FSC-02', ''],
    {
      independence:
        'The limit is computed by controller B from the pedal travel alone, with another algorithm than that of the ' +
        'forces; the wheels apply it, and know the travel themselves. Neither controller reads variables of the ' +
        'other one.',
    },
  ),
  'FSR-017': shall(
    'software',
    [
      'Forces follow the requests',
      'Controller A shall compute forces from the requests that are valid and not older than 30 ms.',
    ],
    ['FSR-016', 'CO-33'],
    { share: 'B' },
  ),
  'FSR-018': shall(
    'software',
    [
      'Limit by the other controller',
      'Controller B shall send an upper limit for the sum of the forces, not below what the pedal travel asks for.',
    ],
    ['FSR-016', 'CO-34'],
    { share: 'A' },
  ),
  'FSR-019': shall(
    'technical',
    [
      'Requests of assistance are protected',
      'Requests of driver assistance shall be carried out only with a valid authenticator, end-to-end protection and ' +
        'a deceleration up to 4 m/s², or up to full braking with an active emergency flag.',
    ],
    ['SG-02 FSC-02', `${controllers} CO-12`],
    { rationale: 'The same authenticator answers TS-074.' },
  ),
  'FSR-020': shall(
    'technical',
    [
      'Requests of assistance end',
      'A request of driver assistance shall end 100 ms after its last valid message, with a ramp of 10 m/s³.',
    ],
    ['SG-02', controllers],
  ),
  'FSR-021': shall(
    'functional',
    [
      'No wheel clamps without a command',
      'The force of a wheel shall not exceed its command by more than 15 % and 1 kN for more than 40 ms.',
    ],
    ['SG-03 FSC-03', ''],
    {
      independence:
        'The monitor has its own chip, clock, regulator and current sensor, and opens a switch that the motor ' +
        'control cannot close. Both are on one board: heat and water are treated as common causes in FT-03.',
    },
  ),
  'FSR-022': shall(
    'technical',
    ['Force control of the wheel', 'The motor control shall bring the force to its command within 180 ms.'],
    ['FSR-021', 'CO-46'],
    { share: 'QM', rationale: 'The monitor alone guarantees the limit; the control may be developed as before.' },
  ),
  'FSR-023': shall(
    'technical',
    [
      'Force monitor of the wheel',
      'The monitor shall open the safety switch when force or estimated force exceeds the command by 15 % for 40 ms.',
    ],
    ['FSR-021', 'CO-47'],
    { share: 'D' },
  ),
  'FSR-024': shall(
    'hardware',
    [
      'Cut-off opens the wheel',
      'With an open safety switch the return spring shall bring the force below 500 N within 90 ms.',
    ],
    ['FSR-023', wheels],
    { rationale: 'Needs a screw without self-locking, at all temperatures and after wear.' },
  ),
  'FSR-025': shall(
    'technical',
    [
      'Cut-off is tested',
      'The monitor shall open the safety switch at every start, measure that the motor is without voltage, and ' +
        'refuse the release for driving otherwise.',
    ],
    ['FSR-023', 'CO-47'],
  ),
  'FSR-026': shall(
    'technical',
    [
      'Opposite wheel is limited',
      'Within 60 ms after a wheel is cut off the controllers shall limit the opposite wheel to what the driver can ' +
        'steer against at the present speed.',
    ],
    ['SG-03 FSC-03', controllers],
  ),
  'FSR-027': shall(
    'technical',
    [
      'Commands are for one wheel',
      'A wheel shall discard commands whose number of the wheel is not that which its connector codes.',
    ],
    ['SG-03', wheels],
    { rationale: 'The code in the harness prevents exchanged plugs as well.' },
  ),
  'FSR-028': shall(
    'technical',
    [
      'Latches stay open while driving',
      'The latches shall not engage above 3 km/h: engaging shall need the release of both controllers and of the ' +
        'wheel.',
    ],
    ['SG-03', `${controllers} CO-37 CO-38`],
  ),
  'FSR-029': shall(
    'functional',
    [
      'Locking wheels are relieved',
      'The force of a wheel with more than 20 % slip shall be lowered within 40 ms, above 15 km/h.',
    ],
    ['SG-04 FSC-04', controllers],
  ),
  'FSR-030': shall(
    'technical',
    [
      'Wheel speeds are checked',
      'The controllers shall exclude a wheel speed that departs from the other ones and from the acceleration for ' +
        '60 ms.',
    ],
    ['FSR-029', `${controllers} CO-41 CO-42`],
    {},
    { status: 'IN_PROCESS' },
  ),
  'FSR-031': shall(
    'technical',
    [
      'Rear axle is limited',
      'With fewer than three valid speeds the rear force shall be limited to 30 % within 100 ms.',
    ],
    ['SG-04 FSC-04', controllers],
  ),
}

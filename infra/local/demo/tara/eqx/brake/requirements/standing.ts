import { controllers, shall, wheels } from './shall.ts'

/** Stand, release, inform. */
export const standing = {
  'FSR-032': shall(
    'functional',
    [
      'A parked vehicle is held by either latch',
      'The item shall hold the permissible mass on 20 % with both latches, and on 12 % with one of them.',
    ],
    ['SG-05 FSC-05', ''],
    {
      independence:
        'Left and right latch have no common part: springs of different batches, solenoids on different supplies, ' +
        'drivers in different wheel control units. A common command to open needs both controllers.',
    },
  ),
  'FSR-033': shall(
    'technical',
    ['Latch, rear left', 'The left latch shall engage at a clamping force of 18 kN and hold without power.'],
    ['FSR-032', 'CO-37'],
    { share: 'B' },
  ),
  'FSR-034': shall(
    'technical',
    ['Latch, rear right', 'The right latch shall engage at a clamping force of 18 kN and hold without power.'],
    ['FSR-032', 'CO-38'],
    { share: 'A' },
  ),
  'FSR-035': shall(
    'technical',
    [
      'Latches are tightened',
      'The clamping force shall be checked one, two and five minutes after parking, and restored to 18 kN.',
    ],
    ['SG-05 FSC-05', 'CO-37 CO-38'],
    { rationale: 'Hot discs shrink by 0.2 mm when they cool down.' },
  ),
  'FSR-036': shall(
    'technical',
    [
      'Hold until the drive pulls',
      'The hold shall be released only when the drive reports 80 % of the torque that the slope needs.',
    ],
    ['SG-06 FSC-08', `${controllers} CO-31`],
  ),
  'FSR-037': shall(
    'technical',
    [
      'Hold becomes parking',
      'The latches shall engage within 400 ms when a fault ends the hold, and when the driver opens the door or belt.',
    ],
    ['SG-06 FSC-08', 'CO-37 CO-38'],
  ),
  'FSR-038': shall(
    'technical',
    ['Release by either controller', 'Either controller shall be able to open the wheels when the driver sets off.'],
    ['SG-10', controllers],
  ),
  'FSR-039': shall(
    'technical',
    [
      'Warning by both controllers',
      'Both controllers shall send the state of the brake every 20 ms; the cluster shall show the worse of both, ' +
        'and a stop request when neither arrives for 200 ms.',
    ],
    ['SG-07 FSC-06', `${controllers} CO-17`],
  ),
  'FSR-040': shall(
    'technical',
    ['Speed is limited', 'With one supply the speed shall be limited to 80 km/h, and to 8 km/h ten minutes later.'],
    ['SG-07 FSC-06', `${controllers} CO-31`],
    {},
    { status: 'UNDER_REVIEW', day: 12 },
  ),
  'FSR-041': shall(
    'technical',
    [
      'Brake light by two ways',
      'The body controller shall light the brake lights from the request of a controller or from the pedal contact.',
    ],
    ['SG-09 FSC-06', 'CO-13 CO-32'],
    { owner: 'Brenner Networks' },
  ),
  'FSR-042': shall(
    'technical',
    [
      'Air gap is confirmed',
      'After each release the wheel shall confirm an air gap of 0.2 to 0.4 mm, or open again, three times at most.',
    ],
    ['SG-08 FSC-07', wheels],
  ),
  'FSR-043': shall(
    'software',
    [
      'Temperature of the discs',
      'The controllers shall model the temperature of each disc and request a stop at 600 °C without braking.',
    ],
    ['SG-08 FSC-07', controllers],
    {},
    { status: 'REJECTED', day: 30 },
  ),
}

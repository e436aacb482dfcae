import { demoArtefacts } from '../../build.ts'
import { layoutOf } from '../item/diagrams.ts'

/** The item of the safety analyses: electromechanical brakes of all four wheels, which nothing but wires joins. */
const project = 'Brake by wire'
const begun = (day: number) => ({ day, project, status: 'APPROVED' }) as const

const systems = demoArtefacts('system', begun(164), {
  'IT-05': [
    'Brake by wire',
    {
      description:
        'From the pedal to the pads: pedal unit, two brake controllers, four wheel actuators, two networks and two ' +
        'supplies, split by diagonals. There is no hydraulic or mechanical way from the pedal to the wheels.',
    },
  ],
})

const inside = { contains: 'IT-05' }
const corner = (place: string, supply: string) =>
  `Wheel control unit, motor, planetary gear, ball screw and calliper of the ${place} wheel, on supply ${supply}.`

const components = demoArtefacts(
  'component',
  { ...begun(162), from: inside },
  {
    'CO-32': [
      'Brake pedal unit',
      {
        category: 'sensor',
        version: 'B2',
        supplier: 'Lodden Sensors',
        description:
          'Two travel sensors and a force sensor on separate supplies, a contact for the brake light, and a spring ' +
          'for the feel.',
      },
    ],
    'CO-33': [
      'Brake controller A',
      {
        ecu: 'BWA',
        category: 'ecu',
        version: '0.8.1',
        supplier: 'Osprey Braking',
        description: 'Leads in normal operation; lockstep microcontroller, on supply A.',
      },
    ],
    'CO-34': [
      'Brake controller B',
      {
        ecu: 'BWB',
        category: 'ecu',
        version: '0.8.1',
        supplier: 'Osprey Braking',
        description: 'Computes along with A and takes over within 60 ms; on supply B, from another family of chips.',
      },
    ],
    'CO-35': [
      'Wheel actuator, front left',
      { category: 'actuator', version: 'B1', supplier: 'Osprey Braking', description: corner('front left', 'A') },
    ],
    'CO-36': [
      'Wheel actuator, front right',
      { category: 'actuator', version: 'B1', supplier: 'Osprey Braking', description: corner('front right', 'B') },
    ],
    'CO-37': [
      'Wheel actuator, rear left',
      {
        category: 'actuator',
        version: 'B1',
        supplier: 'Osprey Braking',
        description: `${corner('rear left', 'B')} With a latch for parking.`,
      },
    ],
    'CO-38': [
      'Wheel actuator, rear right',
      {
        category: 'actuator',
        version: 'B1',
        supplier: 'Osprey Braking',
        description: `${corner('rear right', 'A')} With a latch for parking.`,
      },
    ],
    'CO-39': [
      'Brake supply A',
      {
        category: 'other',
        version: 'B',
        supplier: 'Fjell Powertrain',
        description: 'Buffered 12 V branch: battery, separating switch and fuses, charged by the DC/DC converter.',
      },
    ],
    'CO-40': [
      'Brake supply B',
      {
        category: 'other',
        version: 'B',
        supplier: 'Fjell Powertrain',
        description: 'The same with a capacitor bank in place of the battery, in the rear of the vehicle.',
      },
    ],
    'CO-41': [
      'Wheel speed sensors',
      {
        category: 'sensor',
        version: 'D',
        supplier: 'Lodden Sensors',
        description: 'One at each wheel, read by the wheel control unit there.',
      },
    ],
    'CO-42': [
      'Inertial sensor',
      {
        category: 'sensor',
        version: 'C',
        supplier: 'Lodden Sensors',
        description: 'Yaw rate and two accelerations, each measured by two cells.',
      },
    ],
    'CO-43': [
      'Parking brake switch',
      {
        category: 'sensor',
        version: 'A',
        supplier: 'Lodden Sensors',
        description: 'Two contacts for each direction, read by both controllers.',
      },
    ],
  },
)

/** What fails by itself within a component: the safety concept counts on it. */
const parts = demoArtefacts('component', begun(161), {
  'CO-44': [
    'Travel sensors of the pedal',
    { category: 'sensor', supplier: 'Lodden Sensors', description: 'Two Hall cells and a magnet, on supply A.' },
    { from: { contains: 'CO-32' } },
  ],
  'CO-45': [
    'Force sensor of the pedal',
    { category: 'sensor', supplier: 'Lodden Sensors', description: 'Strain gauges at the spring, on supply B.' },
    { from: { contains: 'CO-32' } },
  ],
  'CO-46': [
    'Motor control of a wheel',
    {
      category: 'ecu',
      supplier: 'Osprey Braking',
      description: 'Microcontroller, driver circuit and bridge with their sensors; the same in all four wheels.',
    },
    { from: { contains: 'CO-35 CO-36 CO-37 CO-38' } },
  ],
  'CO-47': [
    'Force monitor of a wheel',
    {
      category: 'ecu',
      supplier: 'Osprey Braking',
      description: 'A chip with clock, regulator and current sensor of its own, which opens the safety switch.',
    },
    { from: { contains: 'CO-35 CO-36 CO-37 CO-38' } },
  ],
})

const channels = demoArtefacts('channel', begun(161), {
  'CH-16': [
    'Brake network A',
    {
      medium: 'can-fd',
      protocols: ['CAN FD, 2 Mbit/s', 'E2E protection'],
      protection: ['integrity', 'freshness'],
      description: 'Joins pedal, both controllers and all wheels; no other nodes.',
    },
    { from: { connects: 'CO-32 CO-33 CO-34 CO-35 CO-36 CO-37 CO-38' } },
  ],
  'CH-17': [
    'Brake network B',
    {
      medium: 'can-fd',
      protocols: ['CAN FD, 2 Mbit/s', 'E2E protection'],
      protection: ['integrity', 'freshness'],
      description: 'The same nodes by another route through the body.',
    },
    { from: { connects: 'CO-32 CO-33 CO-34 CO-35 CO-36 CO-37 CO-38' } },
  ],
})

/** A function of the item: what it is, and the components that perform it. */
const performs = (title: string, components: string, description: string) =>
  [title, { safety_related: true, description }, { from: { performs: components }, to: { needs: 'FE-07' } }] as const

const functions = demoArtefacts('function', begun(160), {
  'FN-18': performs('Detect the brake request', 'CO-32', 'Travel and force of the pedal become one request in newton.'),
  'FN-19': performs(
    'Compute the brake forces',
    'CO-33 CO-34',
    'From the requests of driver, assistance and slip control, one clamping force for each wheel every 5 ms.',
  ),
  'FN-20': performs('Send the brake forces', 'CO-33 CO-34', 'Both controllers send to all wheels on both networks.'),
  'FN-21': performs(
    'Clamp the wheel',
    'CO-35 CO-36 CO-37 CO-38',
    'The actuator builds the commanded clamping force within 180 ms.',
  ),
  'FN-22': performs(
    'Release the wheel',
    'CO-35 CO-36 CO-37 CO-38',
    'The actuator opens to an air gap of 0.3 mm when no force is commanded.',
  ),
  'FN-23': performs(
    'Prevent locking of wheels',
    'CO-33 CO-34',
    'Lowers the force of a wheel whose slip grows beyond that of the best grip.',
  ),
  'FN-24': performs(
    'Stabilise the vehicle',
    'CO-33 CO-34',
    'Brakes single wheels when the yaw rate departs from what the driver steers.',
  ),
  'FN-25': performs(
    'Share braking with the drive',
    'CO-33 CO-34',
    'Asks the drive for recuperation, and lowers the friction brakes by what it confirms.',
  ),
  'FN-26': performs(
    'Hold at standstill',
    'CO-33 CO-34',
    'Keeps the wheels clamped after a stop until the driver sets off.',
  ),
  'FN-27': performs(
    'Park',
    'CO-37 CO-38',
    'Latches the rear callipers on request or when the driver leaves; holds unpowered.',
  ),
  'FN-28': performs(
    'Brake for driver assistance',
    'CO-33 CO-34',
    'Carries out requests for comfort and emergency braking that arrive with a valid authenticator.',
  ),
  'FN-29': performs(
    'Hand over to the second controller',
    'CO-33 CO-34',
    'Each controller watches the other; the wheels follow the one that leads.',
  ),
  'FN-30': performs(
    'Supply the brake',
    'CO-39 CO-40',
    'Each supply feeds one diagonal for ten full stops after the DC/DC converter has failed.',
  ),
  'FN-31': performs(
    'Inform driver and traffic',
    'CO-33 CO-34',
    'Brake warnings to the cluster, brake light request to the body controller, in steps by what is lost.',
  ),
})

const diagrams = demoArtefacts('diagram', begun(158), {
  'DF-04': [
    'Brake by wire',
    {
      description: 'Every node is on both networks; the lines show who leads which diagonal in normal operation.',
      layout: layoutOf(
        {
          'CO-32': [60, 200],
          'CO-33': [320, 110],
          'CO-34': [320, 290],
          'CO-35': [600, 40],
          'CO-38': [600, 130],
          'CO-36': [600, 260],
          'CO-37': [600, 350],
        },
        [
          ['CH-16', 'CO-32', 'CO-33', 'right', 'left'],
          ['CH-17', 'CO-32', 'CO-34', 'right', 'left'],
          ['CH-16', 'CO-33', 'CO-35', 'right', 'left'],
          ['CH-16', 'CO-33', 'CO-38', 'right', 'left'],
          ['CH-17', 'CO-34', 'CO-36', 'right', 'left'],
          ['CH-17', 'CO-34', 'CO-37', 'right', 'left'],
        ],
      ),
    },
  ],
})

export const brakeItem = [...systems, ...components, ...parts, ...channels, ...functions, ...diagrams]

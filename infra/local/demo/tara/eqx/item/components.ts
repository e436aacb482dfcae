import { demoArtefacts } from '../../build.ts'

const day = 201
const drive = { project: 'Electric drive control', from: { contains: 'IT-02 GR-01' } }
const network = { project: 'Gateway and diagnostics', from: { contains: 'IT-01' } }
const connected = { project: 'Telematics unit', from: { contains: 'IT-03 GR-02' } }
const key = { project: 'Phone as a key', from: { contains: 'IT-03' } }
const chassis = { project: 'Brake and steering', from: { contains: 'IT-04 GR-03' } }
const cockpit = { project: 'Cockpit', from: { contains: 'IT-03 GR-02' } }

/** 31 components; `ecu` is their name in the vehicles' own events. */
export const components = demoArtefacts(
  'component',
  { day, status: 'APPROVED' },
  {
    'CO-01': [
      'Central gateway',
      {
        ecu: 'GTW',
        category: 'gateway',
        version: '2.8.0',
        supplier: 'Brenner Networks',
        description:
          'Routes between powertrain, chassis, body and Ethernet; filters by a table; hosts the intrusion detection.',
      },
      network,
    ],
    'CO-02': [
      'Drive inverter',
      {
        ecu: 'INV',
        category: 'ecu',
        version: '3.2.4',
        supplier: 'Fjell Powertrain',
        description: 'Produces the torque that the vehicle controller requests, within its own limits.',
      },
      drive,
    ],
    'CO-03': [
      'Battery management',
      {
        ecu: 'BMS',
        category: 'ecu',
        version: '5.0.1',
        supplier: 'Fjell Powertrain',
        description: 'Monitors cells, closes and opens the contactors, reports the limits.',
      },
      drive,
    ],
    'CO-04': [
      'Charge controller',
      {
        ecu: 'CCU',
        category: 'ecu',
        version: '1.9.2',
        supplier: 'Fjell Powertrain',
        description: 'Speaks with the charge point; keeps the contract certificate.',
      },
      drive,
    ],
    'CO-05': [
      'DC/DC converter',
      {
        ecu: 'DCC',
        category: 'ecu',
        version: '2.1.0',
        supplier: 'Fjell Powertrain',
        description: 'Feeds the 12 V network.',
      },
      drive,
    ],
    'CO-06': [
      'Accelerator pedal module',
      {
        category: 'sensor',
        version: 'B',
        supplier: 'Lodden Sensors',
        description: 'Two tracks of different slope, read by the vehicle controller.',
      },
      drive,
    ],
    'CO-07': [
      'Traction motor, rear',
      {
        category: 'actuator',
        version: 'C',
        supplier: 'Fjell Powertrain',
        description: 'Permanent-magnet machine with resolver.',
      },
      drive,
    ],
    'CO-08': [
      'Contactor box',
      {
        category: 'actuator',
        version: 'B',
        supplier: 'Fjell Powertrain',
        description: 'Main contactors and pyrotechnic fuse.',
      },
      drive,
    ],
    'CO-09': [
      'Stability control',
      {
        ecu: 'ESC',
        category: 'ecu',
        version: '7.4.0',
        supplier: 'Osprey Braking',
        description: 'Measures speed and yaw; distributes brake pressure.',
      },
      chassis,
    ],
    'CO-10': [
      'Brake control',
      {
        ecu: 'BCM',
        category: 'ecu',
        version: '7.4.0',
        supplier: 'Osprey Braking',
        description: 'Reads the pedal, builds pressure, sends BrakeState (0x0C2) and WheelSpeeds (0x0B4).',
      },
      chassis,
    ],
    'CO-11': [
      'Electric steering',
      {
        ecu: 'EPS',
        category: 'ecu',
        version: '4.6.3',
        supplier: 'Sella Steering',
        description: 'Assists the driver; takes overlay torque from driver assistance up to 3 Nm.',
      },
      chassis,
    ],
    'CO-12': [
      'Driver assistance',
      {
        ecu: 'ADAS',
        category: 'ecu',
        version: '6.1.0',
        supplier: 'Osprey Braking',
        description: 'Camera and radar fusion; requests braking and steering.',
      },
      chassis,
    ],
    'CO-13': [
      'Body controller',
      {
        ecu: 'BDY',
        category: 'ecu',
        version: '3.3.1',
        supplier: 'Brenner Networks',
        description: 'Locks, doors, lamps; sends DoorsAndLocks (0x310).',
      },
      key,
    ],
    'CO-14': [
      'Zone controller, front',
      {
        ecu: 'ZCF',
        category: 'ecu',
        version: '1.4.0',
        supplier: 'Brenner Networks',
        description: 'Headlamps, horn and front sensors on a branch of the body bus.',
      },
      network,
    ],
    'CO-15': [
      'Telematics unit',
      {
        ecu: 'TCU',
        category: 'telematics',
        version: '4.1.2',
        supplier: 'Brightline Telematics',
        description: 'Linux on an application processor, cellular modem, separate CAN controller.',
      },
      connected,
    ],
    'CO-16': [
      'Head unit',
      {
        ecu: 'IVI',
        category: 'ecu',
        version: '12.3',
        supplier: 'Kittiwake Cockpit',
        description: 'Navigation, media, apps, Wi-Fi and Bluetooth.',
      },
      cockpit,
    ],
    'CO-17': [
      'Instrument cluster',
      {
        ecu: 'CLU',
        category: 'ecu',
        version: '12.3',
        supplier: 'Kittiwake Cockpit',
        description: 'Speed, warnings, odometer.',
      },
      cockpit,
    ],
    'CO-18': [
      'Access control unit',
      {
        ecu: 'ACU',
        category: 'ecu',
        version: '1.1.0',
        supplier: 'Plover Access',
        description: 'Bluetooth and UWB anchors; decides where the phone is and what it may.',
      },
      key,
    ],
    'CO-19': [
      'Cellular modem',
      {
        category: 'other',
        version: '9x40',
        supplier: 'Brightline Telematics',
        description: 'Baseband inside the telematics unit.',
      },
      connected,
    ],
    'CO-20': [
      "Owner's phone",
      { category: 'other', external: true, description: 'App and key applet in a secure element.' },
      key,
    ],
    'CO-21': [
      'Vehicle cloud',
      { category: 'backend', version: '2025.40', description: 'Remote commands, position reports, app interface.' },
      { project: 'Telematics unit', from: { contains: 'IT-03' } },
    ],
    'CO-22': [
      'Update service',
      { category: 'backend', version: '2025.38', description: 'Campaigns and image storage.' },
      { project: 'Telematics unit', from: { contains: 'IT-03' } },
    ],
    'CO-23': [
      'Signing service',
      { category: 'backend', version: '2.0', description: 'Signs releases with keys in hardware; two people release.' },
      { project: 'Telematics unit', from: { contains: 'IT-03' } },
    ],
    'CO-24': [
      'Key server',
      {
        category: 'backend',
        version: '1.6',
        supplier: 'Plover Access',
        description: 'Issues, shares and withdraws digital keys.',
      },
      key,
    ],
    'CO-25': [
      'Workshop tester',
      {
        category: 'tool',
        version: '24.2',
        external: true,
        supplier: 'Nordhaven Service',
        description: 'Laptop and interface of a workshop; certificates last a year.',
      },
      network,
    ],
    'CO-26': [
      'Charge point',
      { category: 'tool', external: true, description: 'Of some operator or other.' },
      { project: 'Electric drive control' },
    ],
    'CO-27': [
      'Satellite navigation',
      { category: 'other', external: true, description: 'GPS and Galileo signals, unauthenticated for the most part.' },
      { project: 'Telematics unit' },
    ],
    'CO-28': [
      'Security module of the gateway',
      {
        category: 'hsm',
        version: 'r3',
        supplier: 'Brenner Networks',
        description: 'Keys and secure boot; no key leaves it.',
      },
      { ...network, from: { contains: 'IT-01 CO-01' } },
    ],
    'CO-29': [
      'Intrusion detection in the gateway',
      {
        category: 'software',
        version: '1.5.0',
        description: 'Watches can0 and Ethernet, reports through the telematics unit.',
      },
      { ...network, from: { contains: 'IT-01 CO-01' } },
    ],
    'CO-30': [
      'Software of the telematics unit',
      {
        category: 'software',
        version: '4.1.2',
        supplier: 'Brightline Telematics',
        description: 'Linux image with telematicsd, otad and a maintenance login.',
      },
      { ...connected, from: { contains: 'IT-03 CO-15' } },
    ],
    'CO-31': [
      'Vehicle controller (VCU)',
      {
        ecu: 'VCU',
        category: 'ecu',
        version: '4.1.2',
        supplier: 'Kestrel ECU Systems',
        description: 'Reads the pedal, requests torque from the inverter: MotorTorqueRequest (0x0A0) every 10 ms.',
      },
      drive,
    ],
  },
)

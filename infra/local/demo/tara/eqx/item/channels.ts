import { demoArtefacts } from '../../build.ts'

const common = { day: 200, status: 'APPROVED', project: 'Gateway and diagnostics' } as const

export const channels = demoArtefacts('channel', common, {
  'CH-01': [
    'Powertrain CAN',
    {
      medium: 'can',
      bus: 'can0',
      protocols: ['CAN 2.0A, 500 kbit/s'],
      protection: [],
      description:
        'VCU, inverter, battery, DC/DC and the gateway. Counters and checksums against faults, nothing against ' +
        'an attacker yet.',
    },
    { from: { connects: 'CO-31 CO-02 CO-03 CO-05 CO-01' }, project: 'Electric drive control' },
  ],
  'CH-02': [
    'Chassis CAN',
    {
      medium: 'can-fd',
      bus: 'can1',
      protocols: ['CAN FD, 2 Mbit/s'],
      protection: ['integrity', 'freshness'],
      description: 'Brake, stability, steering and driver assistance; requests are secured by SecOC.',
    },
    { from: { connects: 'CO-09 CO-10 CO-11 CO-12 CO-01' }, project: 'Brake and steering' },
  ],
  'CH-03': [
    'Body CAN',
    {
      medium: 'can',
      bus: 'can2',
      protocols: ['CAN 2.0A, 250 kbit/s'],
      description: 'Lamps, doors, access control, cluster. Branches reach as far as the headlamps.',
    },
    { from: { connects: 'CO-13 CO-14 CO-17 CO-18 CO-01' } },
  ],
  'CH-04': [
    'Pedal wiring',
    {
      medium: 'internal',
      description: 'Two analogue tracks from the pedal module to the VCU.',
      protocols: ['Analogue 0 to 5 V'],
    },
    { from: { connects: 'CO-06 CO-31' }, project: 'Electric drive control' },
  ],
  'CH-05': [
    'OBD port',
    {
      medium: 'obd',
      bus: 'can3',
      external: true,
      protocols: ['UDS on CAN', 'DoIP'],
      protection: ['filtering'],
      description: 'Under the dashboard; within reach of anyone who sits in the car.',
    },
    { from: { connects: 'CO-01 CO-25' } },
  ],
  'CH-06': [
    'Backbone Ethernet',
    {
      medium: 'ethernet',
      bus: 'eth0',
      protocols: ['100BASE-T1', 'SOME/IP', 'DoIP', 'VLAN'],
      protection: ['filtering'],
      description: 'Gateway, telematics, head unit and driver assistance; separated by VLANs.',
    },
    { from: { connects: 'CO-01 CO-15 CO-16 CO-12' } },
  ],
  'CH-07': [
    'Cellular',
    {
      medium: 'cellular',
      external: true,
      protocols: ['LTE', 'TLS 1.3', 'MQTT'],
      protection: ['authentication', 'encryption', 'integrity', 'freshness'],
      description: 'Private access point; TLS with certificates on both sides.',
    },
    { from: { connects: 'CO-15 CO-19 CO-21 CO-22' }, project: 'Telematics unit' },
  ],
  'CH-08': [
    'Wi-Fi',
    {
      medium: 'wifi',
      external: true,
      protocols: ['WPA3'],
      protection: ['authentication', 'encryption'],
      description: 'Hotspot for passengers, home network for large updates.',
    },
    { from: { connects: 'CO-16 CO-20' }, project: 'Cockpit' },
  ],
  'CH-09': [
    'Bluetooth Low Energy',
    {
      medium: 'bluetooth',
      external: true,
      protocols: ['BLE 5.2', 'Key protocol'],
      protection: ['authentication', 'encryption', 'integrity'],
      description: 'Session between phone and access control.',
    },
    { from: { connects: 'CO-18 CO-20' }, project: 'Phone as a key' },
  ],
  'CH-10': [
    'Ultra-wideband',
    {
      medium: 'uwb',
      external: true,
      protocols: ['IEEE 802.15.4z HRP'],
      protection: ['integrity'],
      description: 'Distance between phone and anchors, with a scrambled timestamp sequence.',
    },
    { from: { connects: 'CO-18 CO-20' }, project: 'Phone as a key' },
  ],
  'CH-11': [
    'Charging cable',
    {
      medium: 'charging',
      external: true,
      protocols: ['Control pilot', 'HomePlug Green PHY', 'ISO 15118'],
      protection: ['encryption'],
      description: 'Power and conversation with the charge point.',
    },
    { from: { connects: 'CO-04 CO-26' }, project: 'Electric drive control' },
  ],
  'CH-12': [
    'Satellite signals',
    {
      medium: 'gnss',
      external: true,
      protocols: ['GPS L1', 'Galileo E1'],
      description: 'Nothing proves where they come from.',
    },
    { from: { connects: 'CO-15 CO-27' }, project: 'Telematics unit' },
  ],
  'CH-13': [
    'Debug port of the gateway',
    {
      medium: 'debug',
      protocols: ['JTAG'],
      protection: ['authentication'],
      description: 'Pads on the board, locked after production.',
    },
    { from: { connects: 'CO-01' } },
  ],
  'CH-14': [
    'USB in the cabin',
    { medium: 'usb', external: true, protocols: ['USB mass storage'], description: 'Media and map updates.' },
    { from: { connects: 'CO-16' }, project: 'Cockpit' },
  ],
  'CH-15': [
    'App interface',
    {
      medium: 'other',
      external: true,
      protocols: ['HTTPS', 'OAuth 2.0'],
      protection: ['authentication', 'encryption', 'integrity'],
      description: "From the owner's phone to vehicle cloud and key server.",
    },
    { from: { connects: 'CO-20 CO-21 CO-24' }, project: 'Telematics unit' },
  ],
})

export const assumptions = demoArtefacts(
  'assumption',
  { day: 168, status: 'APPROVED' },
  {
    'AU-01': [
      'Suppliers deliver software with a bill of materials',
      {
        holds: 'confirmed',
        owner: 'Kestrel, Brightline',
        description: 'So that a published weakness is found in the item within a day.',
      },
    ],
    'AU-02': [
      'The back end is run under an information security management system',
      {
        holds: 'confirmed',
        owner: 'IT security',
        description: 'Physical access to servers and staff vetting are treated there.',
      },
    ],
    'AU-03': [
      'Vehicle is locked in motion',
      {
        holds: 'confirmed',
        owner: 'Body electronics',
        description:
          'The OBD port of a moving car cannot be reached from outside: a window of opportunity needs an occupant ' +
          'or a device left behind. The window for reaching the port is credited as moderate at the most.',
      },
    ],
    'AU-04': [
      'Workshop staff act on orders of the workshop',
      {
        holds: 'open',
        owner: 'After sales',
        description: 'A technician is not himself the attacker; a stolen tester is treated as a threat.',
      },
    ],
    'AU-05': [
      'Phones keep keys in certified hardware',
      {
        holds: 'confirmed',
        owner: 'Plover Access',
        description: 'Phones without a secure element are refused at pairing.',
      },
    ],
    'AU-06': [
      'Cellular operator separates the private access point',
      { holds: 'open', owner: 'Brightline', description: 'Subscribers on the access point can not reach each other.' },
    ],
    'AU-07': [
      'DBC not public',
      {
        holds: 'confirmed',
        owner: 'Electrics',
        description:
          'The communication matrix is given to suppliers only; owners of one car can still learn it by ' +
          'watching. Knowledge of a message layout is credited as restricted at the most.',
      },
    ],
    'AU-08': [
      'The immobiliser is independent',
      {
        holds: 'refuted',
        owner: 'Body electronics',
        description:
          'It was assumed that starting takes a transponder too. With phone as a key it does not: AS-19 was added.',
      },
    ],
  },
)

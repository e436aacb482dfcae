import { demoArtefacts } from '../build.ts'

const common = { day: 182, status: 'APPROVED' } as const
const drive = 'Electric drive control'
const network = 'Gateway and diagnostics'
const telematics = 'Telematics unit'
const key = 'Phone as a key'
const chassis = 'Brake and steering'

export const assets = demoArtefacts('asset', common, {
  'AS-01': [
    'Firmware of the inverter',
    { properties: ['integrity', 'availability'], relevant: true, rationale: 'Its limits are the last word on torque.' },
    { project: drive, from: { 'is-asset': 'CO-02' } },
  ],
  'AS-02': [
    'Calibration and torque limits',
    {
      properties: ['integrity', 'confidentiality'],
      relevant: true,
      rationale: 'Decides how much the drive may do; also what competitors would like to read.',
    },
    { project: drive, from: { 'is-asset': 'DA-05' } },
  ],
  'AS-03': [
    'Contactor command and battery limits',
    {
      properties: ['integrity', 'availability'],
      relevant: true,
      rationale: 'High voltage must go away after a crash, and must not go away on the motorway.',
    },
    { project: drive, from: { 'is-asset': 'DA-03 FN-03' } },
  ],
  'AS-04': [
    'Torque request, VCU to inverter',
    {
      description: 'MotorTorqueRequest, 0x0A0 on can0, every 10 ms.',
      properties: ['integrity', 'authenticity', 'availability'],
      relevant: true,
      rationale: 'Anyone who can write it drives the car.',
    },
    { project: drive, from: { 'is-asset': 'DA-01 CO-31' } },
  ],
  'AS-05': [
    'Accelerator pedal position',
    {
      properties: ['integrity', 'authenticity'],
      relevant: true,
      rationale: "The driver's wish, before it becomes torque.",
    },
    { project: drive, from: { 'is-asset': 'DA-04 CO-06' } },
  ],
  'AS-06': [
    'Charging session and contract',
    {
      properties: ['confidentiality', 'authenticity', 'availability'],
      relevant: true,
      rationale: 'Payments depend on it, and it reveals where a person charges.',
    },
    { project: drive, from: { 'is-asset': 'DA-06 FN-04' } },
  ],
  'AS-07': [
    'Diagnostic access, gateway',
    {
      description: 'Sessions, SecurityAccess (0x27) and routines, over OBD, and over DoIP from the workshop network.',
      properties: ['integrity', 'authenticity', 'authorisation'],
      relevant: true,
      rationale: 'Opens programming and actuator tests of every control unit.',
    },
    { project: network, from: { 'is-asset': 'DA-07 FN-06' } },
  ],
  'AS-08': [
    'Routing and filter rules',
    {
      properties: ['integrity', 'availability'],
      relevant: true,
      rationale: 'The separation of networks is what they say.',
    },
    { project: network, from: { 'is-asset': 'DA-08 FN-05' } },
  ],
  'AS-09': [
    'Boot chain and firmware of the gateway',
    {
      properties: ['integrity', 'authenticity', 'confidentiality'],
      relevant: true,
      rationale: 'Code that runs here bypasses all rules.',
    },
    { project: network, from: { 'is-asset': 'CO-01 CO-28' } },
  ],
  'AS-10': [
    'Security events and fault memory',
    {
      properties: ['integrity', 'availability', 'non-repudiation'],
      relevant: true,
      rationale: 'Without them an attack is not noticed, and not explained afterwards.',
    },
    { project: network, from: { 'is-asset': 'DA-09 CO-29' } },
  ],
  'AS-11': [
    'Firmware image, TCU',
    {
      properties: ['integrity', 'authenticity'],
      relevant: true,
      rationale: 'One image runs in every vehicle of the fleet.',
    },
    { project: telematics, from: { 'is-asset': 'DA-10 CO-30' } },
  ],
  'AS-12': [
    'Remote commands',
    {
      properties: ['authenticity', 'authorisation', 'availability'],
      relevant: true,
      rationale: 'They work from anywhere, on any vehicle.',
    },
    { project: telematics, from: { 'is-asset': 'DA-11 FN-08' } },
  ],
  'AS-13': [
    'Credentials of the TCU',
    {
      description: 'Client certificate, SIM, maintenance login.',
      properties: ['confidentiality', 'authenticity'],
      relevant: true,
      rationale: 'Anyone who has them can impersonate that vehicle, or get into it.',
    },
    { project: telematics, from: { 'is-asset': 'DA-13 CO-15' } },
  ],
  'AS-14': [
    'Emergency call',
    {
      properties: ['availability', 'integrity'],
      relevant: true,
      rationale: 'Help after a crash depends on it. Its threats are still to be written.',
    },
    { project: telematics, from: { 'is-asset': 'FN-17' }, day: 31, status: 'IN_PROCESS' },
  ],
  'AS-15': [
    'Location history, telematics',
    {
      properties: ['confidentiality', 'integrity'],
      relevant: true,
      rationale: 'Where a person lives and works, and whom they visit.',
    },
    { project: telematics, from: { 'is-asset': 'DA-12 FN-10' } },
  ],
  'AS-16': [
    'Digital key in the phone',
    { properties: ['confidentiality', 'authenticity'], relevant: true, rationale: 'It is the car key.' },
    { project: key, from: { 'is-asset': 'DA-14 CO-20' }, day: 112 },
  ],
  'AS-17': [
    'Distance between phone and car',
    { properties: ['integrity', 'availability'], relevant: true, rationale: 'Shows whether the owner is at the door.' },
    { project: key, from: { 'is-asset': 'DA-15 CH-10' }, day: 112 },
  ],
  'AS-18': [
    'Sharing and withdrawing of keys',
    {
      properties: ['authorisation', 'availability', 'non-repudiation'],
      relevant: true,
      rationale: 'Decides who else has a key, and until when.',
    },
    { project: key, from: { 'is-asset': 'FN-13 CO-24' }, day: 112 },
  ],
  'AS-19': [
    'Door and start release, phone key',
    {
      properties: ['authenticity', 'authorisation'],
      relevant: true,
      rationale: 'Opens the car and lets it drive off.',
    },
    { project: key, from: { 'is-asset': 'FN-12 DA-16' }, day: 112 },
  ],
  'AS-20': [
    'Steering angle and assistance',
    {
      properties: ['integrity', 'availability'],
      relevant: true,
      rationale: 'Stability control believes the angle; the driver feels the torque.',
    },
    { project: chassis, from: { 'is-asset': 'DA-18 FN-15' } },
  ],
  'AS-21': [
    'Brake request, ADAS to brake control',
    {
      properties: ['integrity', 'authenticity', 'availability'],
      relevant: true,
      rationale: 'Brakes without the driver.',
    },
    { project: chassis, from: { 'is-asset': 'DA-19 FN-14' } },
  ],
  'AS-22': [
    'Brake status, ESC to cluster',
    {
      description: 'BrakeState, 0x0C2, with a four-bit counter and an exclusive-or checksum.',
      properties: ['integrity', 'availability'],
      relevant: true,
      rationale: 'The driver learns of a brake fault by it.',
    },
    { project: chassis, from: { 'is-asset': 'DA-17 FN-16' } },
  ],
  'AS-23': [
    'Odometer and displays',
    {
      properties: ['integrity', 'availability'],
      relevant: true,
      rationale: 'The mileage determines the price when the car is sold.',
    },
    { project: 'Cockpit', from: { 'is-asset': 'DA-20 CO-17' }, day: 52, status: 'IN_PROCESS' },
  ],
  'AS-24': [
    'Motor status, inverter to VCU',
    {
      properties: ['integrity'],
      relevant: false,
      rationale:
        'The VCU checks it against pedal and wheel speed; a forged value ends in limp home, which TS-007 covers.',
    },
    { project: drive, from: { 'is-asset': 'DA-02' } },
  ],
  'AS-25': [
    'Pedal wiring',
    {
      properties: ['integrity'],
      relevant: true,
      rationale: 'Reached with the carpet lifted; treated with the pedal position.',
    },
    {
      project: drive,
      origin: { how: 'rules', what: 'Channel that a safety-related function reads' },
      from: { 'is-asset': 'CH-04' },
    },
  ],
  'AS-26': [
    'Supply of the 12 V network',
    {
      properties: ['availability'],
      relevant: false,
      rationale:
        'Access to the converter also gives access to the battery terminal. A safety issue, not a security issue.',
    },
    { project: drive, from: { 'is-asset': 'CO-05' } },
  ],
  'AS-27': [
    'Exterior lamps',
    {
      properties: ['integrity'],
      relevant: false,
      rationale: 'Wrong lamps are noticed, and have a fallback in hardware. Their wiring as a way in is TS-044.',
    },
    { project: network, from: { 'is-asset': 'CO-14' } },
  ],
  'AS-28': [
    'Signing keys for releases',
    {
      properties: ['confidentiality', 'authorisation'],
      relevant: true,
      rationale: 'Everything that vehicles accept is signed with them.',
    },
    { project: telematics, from: { 'is-asset': 'CO-23' }, day: 160 },
  ],
  'AS-29': [
    'Update campaigns',
    {
      properties: ['availability', 'integrity'],
      relevant: false,
      rationale: 'A campaign that is held up is resumed; a wrong image is refused by the vehicle (AS-11).',
    },
    { project: telematics, from: { 'is-asset': 'CO-22' } },
  ],
  'AS-30': [
    'Media and navigation content',
    { properties: ['integrity'], relevant: false, rationale: 'Nothing else relies on it.' },
    { project: 'Cockpit', from: { 'is-asset': 'CO-16' }, day: 52, status: 'CREATED' },
  ],
  'AS-31': [
    'Tester certificates',
    {
      properties: ['confidentiality', 'authenticity'],
      relevant: true,
      rationale: 'Held by several hundred workshops; treated with diagnostic access.',
    },
    { project: network, from: { 'is-asset': 'CO-25' } },
  ],
  'AS-32': [
    'Driver profile and seat memory',
    {
      properties: ['confidentiality'],
      relevant: false,
      rationale: 'Reveals little about a person and is erased with the account.',
    },
    { project: 'Cockpit', from: { 'is-asset': 'CO-16' }, day: 52, status: 'CREATED' },
  ],
})

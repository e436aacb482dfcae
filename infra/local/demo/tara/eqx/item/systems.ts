import { demoArtefacts } from '../../build.ts'

const day = 203

export const systems = demoArtefacts(
  'system',
  { day, status: 'APPROVED' },
  {
    'IT-01': [
      'Vehicle network and diagnostics',
      { description: 'Central gateway, zone controllers and the diagnostic access to all of them.' },
      { project: 'Gateway and diagnostics' },
    ],
    'IT-02': [
      'Electric drive control',
      {
        description:
          "Turns the driver's wish into torque, and keeps battery, inverter and charging within their limits.",
      },
      { project: 'Electric drive control' },
    ],
    'IT-03': [
      'Connectivity and access',
      { description: 'Telematics, remote services, phone as a key, cockpit.' },
      { project: 'Telematics unit' },
    ],
    'IT-04': [
      'Brake and steering',
      { description: 'Stability control, brake control and steering assistance.' },
      { project: 'Brake and steering' },
    ],
  },
)

export const groups = demoArtefacts(
  'group',
  { day, status: 'APPROVED' },
  {
    'GR-01': ['Powertrain domain', { description: 'Control units on the powertrain bus.' }],
    'GR-02': ['Connected domain', { description: 'Everything that communicates with the outside.' }],
    'GR-03': ['Chassis domain', { description: 'Brake, steering, stability.' }],
  },
)

export const features = demoArtefacts(
  'feature',
  { day, status: 'APPROVED' },
  {
    'FE-01': ['Driving on battery power', { description: 'Acceleration and recuperation as requested by the pedal.' }],
    'FE-02': [
      'Fast charging with plug and charge',
      { description: 'Identification and payment by a contract certificate, without a card.' },
    ],
    'FE-03': ['Remote services', { description: "Locking, climate, charge plan and position in the owner's app." }],
    'FE-04': ['Updates over the air', { description: 'Campaigns for every control unit, installed while parked.' }],
    'FE-05': ['Phone as a key', { description: 'Unlock, start and lend the car with a phone.' }],
    'FE-06': [
      'Workshop diagnostics',
      { description: 'Fault memory, actuator tests and programming over OBD or DoIP.' },
    ],
    'FE-07': ['Stability and brake assistance', { description: 'Stability control and automatic emergency braking.' }],
    'FE-08': ['Emergency call', { description: 'Automatic and manual call with position and crash data.' }],
  },
)

export const vehicleModels = demoArtefacts(
  'vehicle-model',
  { day, status: 'APPROVED' },
  {
    'VE-01': [
      'EQX-24',
      {
        description: 'Electric SUV, first vehicle on the architecture.',
        models: ['EQX-24', 'Fjord zonal 2'],
        propulsion: 'Battery electric',
      },
    ],
    'VE-02': [
      'Halo 7',
      {
        description: 'Saloon on the same architecture; reuses drive, gateway and telematics.',
        models: ['Halo 7'],
        propulsion: 'Battery electric',
      },
    ],
  },
)

export const environments = demoArtefacts(
  'environment',
  { day, status: 'APPROVED' },
  {
    'EN-01': [
      'Public road',
      {
        description: 'Driven by its owner among other traffic.',
        conditions: ['0 to 180 km/h', 'Networks partly out of reach'],
      },
    ],
    'EN-02': [
      'Parked in public',
      {
        description: 'Anyone can walk up to it, unobserved.',
        conditions: ['Locked', 'Gateway asleep, telematics listening'],
      },
    ],
    'EN-03': [
      'Workshop',
      {
        description: 'Technicians with testers; bonnet and cabin open for hours.',
        conditions: ['Unlocked', 'Diagnostic session open'],
      },
    ],
    'EN-04': [
      'Charging at a public point',
      { description: 'Cable in a charge point of a third party.', conditions: ['High voltage on', 'Standing'] },
    ],
    'EN-05': [
      'Assembly line',
      {
        description: 'Keys are brought in, software is written for the first time.',
        conditions: ['Provisioning mode'],
      },
    ],
  },
)

export const boundaries = demoArtefacts(
  'boundary',
  { day, status: 'APPROVED' },
  {
    'TB-01': [
      'Vehicle',
      { description: 'Everything behind the bodywork; access needs a tool or an open door.' },
      { to: { contains: 'TB-02 TB-03 TB-04' } },
    ],
    'TB-02': [
      'Behind the gateway',
      { description: 'Buses that trust their messages, because the gateway decides which messages enter.' },
      { to: { contains: 'CO-31 CO-02 CO-03 CO-04 CO-09 CO-10 CO-11 CO-12' } },
    ],
    'TB-03': [
      'Connected zone',
      { description: 'Units with radio: taken for hostile by the rest of the vehicle.' },
      { to: { contains: 'CO-15 CO-16 CO-18 CO-19' } },
    ],
    'TB-04': ['Gateway', { description: 'The only way between the networks.' }, { to: { contains: 'CO-01' } }],
    'TB-05': [
      "Manufacturer's back end",
      { description: 'Services and keys under our control.' },
      { to: { contains: 'CO-21 CO-22 CO-23 CO-24' } },
    ],
    'TB-06': [
      "Owner's devices",
      { description: 'Phones and accounts that we see only through their protocols.' },
      { to: { contains: 'CO-20' } },
    ],
  },
)

import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { demoArtefacts } from '../build.ts'
import type { DemoContent } from '../demo-content.ts'
import { needs } from '../trees.ts'

const project = 'Brake by wire'
const begun = (day: number) => ({ day, project, by: 'Maya Rao', status: 'IN_PROCESS' }) as const

const item = [
  ...demoArtefacts('system', begun(18), {
    'IT-01': [
      'Brake by wire',
      {
        description:
          'From the pedal to the callipers, without a mechanical way between. The item is being cut out with the ' +
          'supplier.',
      },
    ],
  }),
  ...demoArtefacts('vehicle-model', begun(18), {
    'VE-01': [
      'Hauler T9',
      { models: ['Hauler T9', 'Skua heavy 3'], propulsion: 'Battery electric', description: 'Heavy truck.' },
    ],
  }),
  ...demoArtefacts(
    'component',
    { ...begun(17), from: { contains: 'IT-01' } },
    {
      'CO-01': [
        'Pedal unit',
        { category: 'sensor', supplier: 'Lodden Sensors', description: 'Three sensors, two supplies.' },
      ],
      'CO-02': [
        'Brake controller, main',
        { ecu: 'EBC', category: 'ecu', supplier: 'Osprey Braking', description: 'Computes the pressure of each axle.' },
      ],
      'CO-03': [
        'Brake controller, second',
        { ecu: 'EBC2', category: 'ecu', supplier: 'Osprey Braking', description: 'Takes over within 100 ms.' },
      ],
      'CO-04': [
        'Axle actuators',
        { category: 'actuator', supplier: 'Osprey Braking', description: 'One on each axle.' },
      ],
      'CO-05': ['Trailer', { category: 'other', external: true, description: 'Joined by ISO 11992; built by others.' }],
    },
  ),
  ...demoArtefacts('function', begun(17), {
    'FN-01': [
      'Brake as the pedal requests',
      { safety_related: true, description: 'No mechanical fallback.' },
      { from: { performs: 'CO-02 CO-03' } },
    ],
  }),
  ...demoArtefacts('channel', begun(16), {
    'CH-01': [
      'Brake network',
      { medium: 'can-fd', protocols: ['CAN FD'], description: 'Two separate wires with no other nodes on them.' },
      { from: { connects: 'CO-01 CO-02 CO-03 CO-04' } },
    ],
    'CH-02': [
      'Vehicle CAN',
      {
        medium: 'can',
        bus: 'can0',
        protocols: ['SAE J1939, 500 kbit/s'],
        description: 'Where retarder and assistance ask for braking.',
      },
      { from: { connects: 'CO-02' } },
    ],
    'CH-03': [
      'Trailer link',
      { medium: 'can', external: true, protocols: ['ISO 11992'], description: 'Reachable at the coupling.' },
      { from: { connects: 'CO-02 CO-05' } },
    ],
  }),
  ...demoArtefacts('boundary', begun(16), {
    'TB-01': [
      'Brake system',
      { description: 'Two controllers and their own network.' },
      { to: { contains: 'CO-01 CO-02 CO-03 CO-04' } },
    ],
  }),
  ...demoArtefacts('diagram', begun(15), {
    'DF-01': [
      'Brake by wire',
      {
        description: 'First cut: is the trailer link inside the item?',
        layout: {
          nodes: [
            { uuid: 'TB-01', x: 220, y: 40, width: 520, height: 320 },
            { uuid: 'CO-01', x: 260, y: 90 },
            { uuid: 'CO-02', x: 520, y: 90 },
            { uuid: 'CO-03', x: 520, y: 190 },
            { uuid: 'CO-04', x: 260, y: 270 },
            { uuid: 'CO-05', x: 820, y: 90 },
          ],
          edges: [
            { channel: 'CH-01', from: 'CO-01', to: 'CO-02' },
            { channel: 'CH-01', from: 'CO-02', to: 'CO-03' },
            { channel: 'CH-01', from: 'CO-03', to: 'CO-04' },
            { channel: 'CH-03', from: 'CO-02', to: 'CO-05' },
          ],
        },
      },
    ],
  }),
  ...demoArtefacts('assumption', begun(14), {
    'AU-01': [
      'No undetected node on the brake network',
      {
        holds: 'open',
        owner: 'Osprey Braking',
        description: 'Cables run inside the frame; to be confirmed with a vehicle.',
      },
    ],
  }),
]

const assessment = [
  ...demoArtefacts('asset', begun(10), {
    'AS-01': [
      'Brake request',
      { properties: ['integrity', 'authenticity', 'availability'], relevant: true, rationale: 'Forty tonnes.' },
      { from: { 'is-asset': 'FN-01' } },
    ],
    'AS-02': [
      'Messages of the trailer',
      { properties: ['integrity'], relevant: true, rationale: 'Come from outside the item.' },
      { from: { 'is-asset': 'CH-03' } },
    ],
    'AS-03': [
      'Wear of the pads',
      { properties: ['integrity'], relevant: false, rationale: 'A mechanic looks.' },
      { status: 'CREATED', from: { 'is-asset': 'CO-04' } },
    ],
  }),
  ...demoArtefacts('damage-scenario', begun(8), {
    'DS-001': [
      'No braking',
      {
        safety: 'severe',
        financial: 'major',
        operational: 'severe',
        privacy: 'negligible',
        stakeholder: 'road-user',
        rationale: 'No second way: survival uncertain.',
      },
      { from: { harms: 'AS-01' } },
    ],
    'DS-002': [
      'Unrequested braking',
      {
        safety: 'major',
        financial: 'moderate',
        operational: 'major',
        privacy: 'negligible',
        stakeholder: 'road-user',
        rationale: 'Jack-knifing at speed; traffic behind.',
      },
      { from: { harms: 'AS-01 AS-02' } },
    ],
  }),
]

const threats = demoArtefacts(
  'threat-scenario',
  { ...begun(6), status: 'CREATED' },
  {
    'TS-001': [
      'Vehicle bus flooded during braking',
      {
        description: 'The request of the assistance is lost; the pedal is not on that bus.',
        stride: ['denial'],
        properties: ['availability'],
        annex5: ['24.1'],
        effort: needs('week', 'proficient', 'restricted', 'moderate', 'specialised', 'local', 'low', 'none', 'none'),
        indicators: { ...noIndicators, detectors: ['can-flood'], buses: ['can0'] },
      },
      { from: { targets: 'AS-01', 'leads-to': 'DS-002' } },
    ],
    'TS-002': [
      'Forged retarder request',
      {
        description: 'A message of the vehicle bus requests full braking.',
        stride: ['spoofing'],
        properties: ['authenticity'],
        annex5: ['11.1'],
        treatment: 'reduce',
        effort: needs('month', 'proficient', 'restricted', 'moderate', 'specialised', 'local', 'low', 'none', 'none'),
        indicators: { ...noIndicators, detectors: ['can-unknown-id', 'can-period', 'can-masquerade'], buses: ['can0'] },
      },
      { from: { targets: 'AS-01', 'leads-to': 'DS-002' }, to: { 'answered-by': 'CG-01' } },
    ],
    'TS-003': [
      'Trailer with false data',
      {
        description: 'A device at the coupling speaks for the trailer.',
        stride: ['spoofing'],
        properties: ['integrity'],
        annex5: ['18.1', '32.1'],
        effort: needs('week', 'expert', 'public', 'unlimited', 'specialised', 'physical', 'low', 'none', 'none'),
      },
      { from: { targets: 'AS-02', 'leads-to': 'DS-002' } },
    ],
    'TS-004': [
      'Second controller prevented from taking over',
      {
        description: 'Both controllers are made to believe that the other one leads.',
        stride: ['denial', 'spoofing'],
        properties: ['availability'],
        annex5: ['11.1', '5.2'],
      },
      { from: { targets: 'AS-01', 'leads-to': 'DS-001', assumed: 'AU-01' } },
    ],
  },
)

const answers = demoArtefacts(
  'goal',
  { ...begun(3), status: 'CREATED' },
  {
    'CG-01': [
      'Requests over the vehicle bus are authentic',
      { property: ['authenticity'], description: 'To be agreed with the supplier.' },
    ],
  },
)

/** An item that is nineteen days old: many tasks are open, as expected. */
export const hauler: DemoContent = {
  projects: [
    {
      name: project,
      type: 'SYSTEM',
      description: 'Item definition and first threats, with the supplier.',
      lead: 'Maya Rao',
      currentPhase: 'CONCEPT',
      phaseStatuses: { CONCEPT: 'IN_PROCESS' },
      day: 19,
    },
  ],
  artefacts: [...item, ...assessment, ...threats, ...answers],
  amendments: [],
  comments: [
    {
      code: 'DF-01',
      day: 4,
      by: 'Jonas Lind',
      text: 'Osprey wants the trailer link outside of the item. I would keep the receiver inside.',
    },
  ],
  baselines: [],
}

import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { workProducts } from '@carapace/shared/lifecycle/compliance/work-products'
import { demoArtefacts } from '../build.ts'
import { amended, dayAgo, type DemoContent } from '../demo-content.ts'
import { must } from '../requirement.ts'
import { all, any, needs, step, treeOf } from '../trees.ts'

const approved = (day: number) => ({ day, status: 'APPROVED', project: 'Telematics unit TV3' }) as const

const item = [
  ...demoArtefacts('system', approved(630), {
    'IT-01': [
      'Telematics of the delivery van',
      { description: 'One unit with a modem, connected to the vehicle bus and to the cargo doors.' },
    ],
  }),
  ...demoArtefacts('vehicle-model', approved(630), {
    'VE-01': [
      'Tern Van',
      {
        models: ['Tern Van', 'Fjord domain 1'],
        propulsion: 'Battery electric',
        description: 'Delivery van, in the field since March.',
      },
    ],
  }),
  ...demoArtefacts(
    'component',
    { ...approved(628), from: { contains: 'IT-01' } },
    {
      'CO-01': [
        'Telematics unit',
        {
          ecu: 'TCU',
          category: 'telematics',
          version: '4.1.2',
          supplier: 'Brightline Telematics',
          description: 'Linux, modem, CAN controller.',
        },
      ],
      'CO-02': [
        'Domain gateway',
        {
          ecu: 'GTW',
          category: 'gateway',
          version: '1.9.4',
          supplier: 'Brenner Networks',
          description: 'Between the unit and the vehicle bus.',
        },
      ],
      'CO-03': [
        'Cargo door controller',
        {
          ecu: 'BDY',
          category: 'ecu',
          version: '2.0',
          supplier: 'Brenner Networks',
          description: 'Unlocks by command of the fleet operator.',
        },
      ],
      'CO-04': [
        'Vehicle cloud',
        { category: 'backend', version: '2025.40', description: 'Commands, positions, updates.' },
      ],
      'CO-05': [
        "Operator's dispatch software",
        { category: 'backend', external: true, description: 'Requests positions and opens doors by an interface.' },
      ],
    },
  ),
  ...demoArtefacts('function', approved(626), {
    'FN-01': [
      'Open the cargo door remotely',
      { description: 'For the courier at the stop.' },
      { from: { performs: 'CO-03' } },
    ],
    'FN-02': ['Report position', { description: 'Every ten seconds.' }, { from: { performs: 'CO-01' } }],
    'FN-03': [
      'Update over the air',
      { safety_related: true, description: 'While parked in the depot.' },
      { from: { performs: 'CO-01' } },
    ],
  }),
  ...demoArtefacts('channel', approved(626), {
    'CH-01': [
      'Vehicle CAN',
      { medium: 'can', bus: 'can0', protocols: ['CAN 2.0A, 500 kbit/s'], description: 'All control units of the van.' },
      { from: { connects: 'CO-02 CO-03' } },
    ],
    'CH-02': [
      'Cellular',
      {
        medium: 'cellular',
        external: true,
        protocols: ['LTE', 'TLS 1.3'],
        protection: ['authentication', 'encryption', 'integrity'],
      },
      { from: { connects: 'CO-01 CO-04' } },
    ],
    'CH-03': [
      'Unit to gateway',
      { medium: 'ethernet', bus: 'eth0', protocols: ['SOME/IP'], protection: ['filtering'] },
      { from: { connects: 'CO-01 CO-02' } },
    ],
    'CH-04': [
      'Dispatch interface',
      { medium: 'other', external: true, protocols: ['HTTPS'], protection: ['authentication', 'encryption'] },
      { from: { connects: 'CO-04 CO-05' } },
    ],
  }),
  ...demoArtefacts('boundary', approved(626), {
    'TB-01': ['Van', { description: 'Behind the bodywork.' }, { to: { contains: 'CO-01 CO-02 CO-03' } }],
  }),
  ...demoArtefacts('diagram', approved(624), {
    'DF-01': [
      'Telematics of the van',
      {
        description: 'The path of a door command.',
        layout: {
          nodes: [
            { uuid: 'TB-01', x: 480, y: 40, width: 520, height: 300 },
            { uuid: 'CO-05', x: 20, y: 90 },
            { uuid: 'CO-04', x: 250, y: 90 },
            { uuid: 'CO-01', x: 530, y: 90 },
            { uuid: 'CO-02', x: 780, y: 90 },
            { uuid: 'CO-03', x: 780, y: 240 },
          ],
          edges: [
            { channel: 'CH-04', from: 'CO-05', to: 'CO-04' },
            { channel: 'CH-02', from: 'CO-04', to: 'CO-01' },
            { channel: 'CH-03', from: 'CO-01', to: 'CO-02' },
            { channel: 'CH-01', from: 'CO-02', to: 'CO-03' },
          ],
        },
      },
    ],
  }),
]

const assessment = [
  ...demoArtefacts('asset', approved(600), {
    'AS-01': [
      'Door command',
      { properties: ['authenticity', 'authorisation'], relevant: true, rationale: 'Opens the cargo of a day.' },
      { from: { 'is-asset': 'FN-01' } },
    ],
    'AS-02': [
      'Software of the unit',
      { properties: ['integrity', 'authenticity'], relevant: true, rationale: 'One image in every van.' },
      { from: { 'is-asset': 'CO-01 FN-03' } },
    ],
    'AS-03': [
      'Positions of vans',
      {
        properties: ['confidentiality', 'integrity'],
        relevant: true,
        rationale: 'Reveal where valuable cargo is; couriers are persons, too.',
      },
      { from: { 'is-asset': 'FN-02' } },
    ],
    'AS-04': [
      'Messages on the vehicle bus',
      {
        properties: ['integrity', 'availability'],
        relevant: true,
        rationale: 'Other units follow the messages that the unit can send inwards.',
      },
      { from: { 'is-asset': 'CH-01' } },
    ],
  }),
  ...demoArtefacts('damage-scenario', approved(595), {
    'DS-001': [
      'Cargo stolen',
      {
        safety: 'negligible',
        financial: 'major',
        operational: 'moderate',
        privacy: 'moderate',
        stakeholder: 'owner',
        rationale: 'A van full of parcels; insured, yet the customer is lost.',
      },
      { from: { harms: 'AS-01 AS-03' } },
    ],
    'DS-002': [
      'Fleet stands still',
      {
        safety: 'moderate',
        financial: 'severe',
        operational: 'major',
        privacy: 'negligible',
        stakeholder: 'owner',
        rationale: 'All vans of an operator at once: a day without deliveries may end a small one.',
      },
      { from: { harms: 'AS-02' } },
    ],
    'DS-003': [
      'Courier is watched',
      {
        safety: 'negligible',
        financial: 'moderate',
        operational: 'negligible',
        privacy: 'major',
        stakeholder: 'other',
        rationale: 'Breaks and ways of a person, easily linked.',
      },
      { from: { harms: 'AS-03' } },
    ],
    'DS-004': [
      'Van stops in traffic',
      {
        safety: 'major',
        financial: 'moderate',
        operational: 'severe',
        privacy: 'negligible',
        stakeholder: 'road-user',
        rationale: 'Loss of propulsion; being hit from behind.',
      },
      { from: { harms: 'AS-04' } },
    ],
  }),
  ...demoArtefacts('control', approved(570), {
    'CTL-01': [
      'Signed images, no way back',
      {
        type: 'prevent',
        standing: 'verified',
        raises: needs('half-year', 'experts', 'confidential', '-', 'specialised', '-', 'high', 'high'),
        description: "As in the platform's unit.",
      },
    ],
    'CTL-02': [
      'Commands signed by the cloud',
      {
        type: 'prevent',
        standing: 'verified',
        raises: needs('half-year', 'expert', 'confidential', '-', '-', '-', 'high'),
        description: 'Each with a number, checked by the door controller.',
      },
    ],
    'CTL-03': [
      'Five messages inwards',
      {
        type: 'prevent',
        standing: 'verified',
        raises: needs('half-year', 'expert', 'confidential', '-', '-', '-', 'high'),
        description: 'The gateway passes five messages of the unit.',
      },
    ],
    'CTL-04': [
      'No passwords over SSH',
      {
        type: 'prevent',
        standing: 'planned',
        raises: needs('month', 'expert', 'confidential', 'moderate', '-', '-', 'high', 'high'),
        description: 'With release 4.2.',
      },
    ],
  }),
]

const threats = demoArtefacts('threat-scenario', approved(585), {
  'TS-001': [
    'Maintenance login guessed',
    {
      description: 'SSH answers on the private access point; the logs show attempts daily.',
      stride: ['spoofing'],
      properties: ['authenticity'],
      annex5: ['29.1', '16.2'],
      treatment: 'reduce',
      treatment_reason: 'Seen in the field.',
      indicators: { ...noIndicators, detectors: ['authentication-failures'] },
    },
    {
      status: 'UNDER_REVIEW',
      from: { targets: 'AS-02', 'leads-to': 'DS-001' },
      to: { 'answered-by': 'CG-01', 'detected-by': 'CE-01' },
    },
  ],
  'TS-002': [
    'Foreign image installed',
    {
      description: 'By campaign or over the service port.',
      stride: ['tampering'],
      properties: ['integrity'],
      annex5: ['12.1', '12.2'],
      treatment: 'reduce',
      treatment_reason: 'All vans at once.',
      effort: needs('month', 'expert', 'restricted', 'easy', 'specialised', 'network', 'high', 'low', 'none'),
      indicators: { ...noIndicators, event_ids: [0x8003, 0x8004] },
    },
    {
      from: { targets: 'AS-02', 'leads-to': 'DS-002', 'stands-in': 'CTL-01' },
      to: { 'answered-by': 'CG-02', 'detected-by': 'CE-01' },
    },
  ],
  'TS-003': [
    'Door command replayed',
    {
      description: 'A recorded command is sent again at the next stop.',
      stride: ['spoofing'],
      properties: ['authenticity'],
      annex5: ['6.3', '16.1'],
      treatment: 'reduce',
      treatment_reason: 'Numbers cost nothing.',
      effort: needs('week', 'proficient', 'restricted', 'moderate', 'specialised', 'adjacent', 'low', 'none', 'none'),
    },
    { from: { targets: 'AS-01', 'leads-to': 'DS-001', 'stands-in': 'CTL-02' }, to: { 'answered-by': 'CG-03' } },
  ],
  'TS-004': [
    'Positions read by a competitor',
    {
      description: 'By a dispatch account that is shared.',
      stride: ['disclosure'],
      properties: ['confidentiality'],
      annex5: ['3.5', '19.2'],
      treatment: 'share',
      treatment_reason: 'Operators answer for their accounts.',
      effort: needs('month', 'proficient', 'restricted', 'moderate', 'standard', 'network', 'low', 'low', 'required'),
    },
    { from: { targets: 'AS-03', 'leads-to': 'DS-003' }, to: { 'answered-by': 'CC-01' } },
  ],
  'TS-005': [
    'Van reported elsewhere',
    {
      description: 'Satellite signals are forged to hide a theft.',
      stride: ['spoofing'],
      properties: ['integrity'],
      annex5: ['4.1'],
      treatment: 'retain',
      treatment_reason: 'Noticed by the SOC.',
      effort: needs('week', 'proficient', 'restricted', 'moderate', 'specialised', 'adjacent', 'low', 'none', 'none'),
      indicators: { ...noIndicators, detectors: ['impossible-movement', 'silence'] },
    },
    {
      status: 'COMPLETED',
      from: { targets: 'AS-03', 'leads-to': 'DS-001' },
      to: { 'answered-by': 'CC-02', 'detected-by': 'CE-02' },
    },
  ],
  'TS-006': [
    'Vehicle bus flooded or written to',
    {
      description: 'From the unit, or from a device at the bus.',
      stride: ['denial', 'spoofing'],
      properties: ['availability', 'integrity'],
      annex5: ['24.1', '11.1'],
      treatment: 'reduce',
      treatment_reason: 'Loss of propulsion.',
      indicators: {
        ...noIndicators,
        detectors: ['can-flood', 'can-unknown-id', 'can-period', 'can-masquerade'],
        buses: ['can0'],
      },
    },
    { from: { targets: 'AS-04', 'leads-to': 'DS-004' }, to: { 'answered-by': 'CG-04', 'detected-by': 'CE-02' } },
  ],
})

const trees = demoArtefacts('attack-tree', approved(575), {
  'AT-001': [
    'Maintenance login guessed',
    {
      tree: treeOf(
        all(
          'TS-001',
          'Maintenance login guessed',
          step(
            'A',
            'Reach the access point with a SIM from a scrapyard',
            needs('day', 'proficient', 'public', 'unlimited', 'specialised', 'network', 'low', 'none', 'none'),
            { techniques: 'T1133' },
          ),
          step(
            'B',
            'Guess the password',
            needs('month', 'proficient', 'restricted', 'unlimited', 'standard', '-', 'low', 'none', 'none'),
            { shown: { detectors: ['authentication-failures'] }, controls: 'CTL-04', techniques: 'T1110' },
          ),
        ),
      ),
    },
    { status: 'IN_PROCESS', from: { 'refined-in': 'TS-001' } },
  ],
  'AT-006': [
    'Vehicle bus flooded or written to',
    {
      tree: treeOf(
        any(
          'TS-006',
          'Vehicle bus flooded or written to',
          step(
            'A',
            'Device at the bus in the locked cargo space',
            needs('day', 'expert', 'restricted', 'difficult', 'specialised', 'physical', 'low', 'none', 'none'),
            { techniques: 'T1200' },
          ),
          all(
            'B',
            'From the unit',
            step(
              'B1',
              'Run code on the unit',
              needs('month', 'expert', 'confidential', 'easy', 'specialised', 'network', 'high', 'low', 'none'),
              { controls: 'CTL-01 CTL-04' },
            ),
            step(
              'B2',
              'Pass the gateway',
              needs('week', 'expert', 'confidential', 'unlimited', 'specialised', '-', 'high', 'none', 'none'),
              { controls: 'CTL-03' },
            ),
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-006' } },
  ],
})

const answers = [
  ...demoArtefacts('goal', approved(560), {
    'CG-01': [
      'Maintenance access bound to one van',
      { property: ['authenticity'], description: 'A credential opens one van, for one hour.' },
    ],
    'CG-02': [
      'Genuine software on the unit',
      { property: ['integrity'], description: 'Only current releases of ours.' },
    ],
    'CG-03': [
      'Cargo doors open by command of the operator',
      { property: ['authenticity'], description: 'Each command once, from the operator of that van.' },
    ],
    'CG-04': [
      "Vehicle bus out of the unit's reach",
      { property: ['integrity', 'availability'], description: 'But for five messages.' },
    ],
  }),
  ...demoArtefacts('claim', approved(560), {
    'CC-01': [
      'Operators answer for their accounts',
      { rationale: 'By contract; second factor is offered.', monitored: 'Report of unusual use, monthly' },
    ],
    'CC-02': [
      'Forged positions are noticed',
      { rationale: 'Jumps raise an alert; silence too.', monitored: 'Alerts of movement and silence' },
      { status: 'COMPLETED' },
    ],
  }),
  ...demoArtefacts('concept', approved(545), {
    'SC-01': [
      'Commands and images with signatures',
      { argument: 'Software and commands without our signature are neither installed nor executed.' },
      { from: { conceived: 'CG-01 CG-02 CG-03 CG-04' } },
    ],
  }),
  ...demoArtefacts('security-event', approved(540), {
    'CE-01': [
      'Attempts at the unit',
      {
        source: 'monitoring',
        severity: 'high',
        trigger: 'Failed logins, refused image.',
        criteria: 'From an address that is not ours.',
        response: 'Access point blocks the address; release 4.2 is brought forward.',
      },
    ],
    'CE-02': [
      'Van lost or attacked',
      {
        source: 'monitoring',
        severity: 'medium',
        trigger: 'Jump, silence, flood.',
        criteria: 'With cargo aboard.',
        response: 'Operator is called.',
      },
    ],
  }),
  ...demoArtefacts('requirement', approved(520), {
    'CSR-001': [
      'Certificates for maintenance',
      must('SSH shall accept certificates for one van and one hour alone.', 'cybersecurity', 'test', {
        owner: 'Brightline Telematics',
      }),
      {
        day: 30,
        status: 'IN_PROCESS',
        from: { demands: 'CG-01 CE-01' },
        to: { realised: 'CTL-04', allocated: 'CO-01' },
      },
    ],
    'CSR-002': [
      'Signed images, none older',
      must('An image shall start only if it is signed and not older than the last.', 'cybersecurity', 'test', {
        owner: 'Brightline Telematics',
      }),
      { from: { demands: 'CG-02' }, to: { realised: 'CTL-01', allocated: 'CO-01' } },
    ],
    'CSR-003': [
      'Each command once',
      must(
        'The door controller shall carry out a command only with a valid signature and a number that it has not seen.',
        'cybersecurity',
        'test',
        { owner: 'Brenner Networks' },
      ),
      { from: { demands: 'CG-03 SC-01' }, to: { realised: 'CTL-02', allocated: 'CO-03' } },
    ],
    'CSR-004': [
      'Five messages inwards',
      must('The gateway shall pass five listed messages of the unit and no other.', 'cybersecurity', 'test', {
        owner: 'Brenner Networks',
      }),
      { from: { demands: 'CG-04' }, to: { realised: 'CTL-03', allocated: 'CO-02' } },
    ],
  }),
  ...demoArtefacts(
    'test-case',
    { day: 480, status: 'COMPLETED', project: 'Telematics unit TV3' },
    {
      'TC-001': [
        'Old and foreign images',
        {
          method: 'functional',
          level: 'system',
          expected: 'Refused.',
          result: 'passed',
          run_on: dayAgo(470),
          evidence: ['BT-TR-120'],
        },
        { from: { verified: 'CSR-002 CTL-01' } },
      ],
      'TC-002': [
        'Replayed commands',
        {
          method: 'penetration',
          level: 'vehicle',
          expected: 'The door stays shut.',
          result: 'passed',
          run_on: dayAgo(462),
          evidence: ['PT-01'],
        },
        { from: { verified: 'CSR-003 CTL-02' } },
      ],
      'TC-003': [
        'All ids from the unit',
        {
          method: 'functional',
          level: 'integration',
          expected: 'Five pass.',
          result: 'passed',
          run_on: dayAgo(466),
          evidence: ['BN-TR-031'],
        },
        { from: { verified: 'CSR-004 CTL-03' } },
      ],
      'TC-004': [
        'Logins with passwords',
        { method: 'functional', level: 'system', expected: 'Refused.', result: 'not-run' },
        { day: 24, status: 'NOT_COMPLETED', from: { verified: 'CSR-001' } },
      ],
    },
  ),
]

/** All of them existed at the release; those that concern operation in the field are reviewed again. */
const documents = demoArtefacts(
  'work-product',
  { day: 310, status: 'APPROVED' },
  Object.fromEntries(
    workProducts.map(({ code, title }, i) => {
      const goesOn = ['WP-08-04', 'WP-08-05', 'WP-13-01'].includes(code)
      return [
        `WP-${String(i + 1).padStart(3, '0')}`,
        [
          title,
          { work_product: code, owner: 'Jonas Lind', evidence: ['Release folder TV3'] },
          goesOn ? { status: 'IN_PROCESS' as const } : {},
        ] as const,
      ]
    }),
  ),
)

/** The unit that is in the field: small, approved, and under review again because of field events. */
export const tern: DemoContent = {
  projects: [
    {
      name: 'Telematics unit TV3',
      type: 'COMPONENT',
      description: 'The unit of the delivery van, in the field since March.',
      lead: 'Jonas Lind',
      currentPhase: 'INCIDENCE_RESPONCE',
      phaseStatuses: {
        CONCEPT: 'APPROVED',
        PRODUCT_DEVELOPMENT: 'APPROVED',
        PRODUCTION: 'COMPLETED',
        INCIDENCE_RESPONCE: 'UNDER_REVIEW',
      },
      day: 638,
    },
  ],
  artefacts: [...item, ...assessment, ...threats, ...trees, ...answers, ...documents],
  amendments: [amended('requirement', 'CSR-001', { text: 'SSH shall accept keys for one van alone.' }, { day: 16 })],
  comments: [
    {
      code: 'TS-001',
      day: 3,
      by: 'Maya Rao',
      text: 'The SOC counts attempts on every van. Should the rating be raised before 4.2 is out?',
    },
  ],
  baselines: [{ name: 'Release for production', note: 'As it went into the field.', day: 300, by: 'Jonas Lind' }],
}

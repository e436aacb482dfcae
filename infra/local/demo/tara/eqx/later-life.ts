import { demoArtefacts } from '../build.ts'
import { dayAgo } from '../demo-content.ts'

export const validations = demoArtefacts(
  'validation',
  { day: 24, status: 'COMPLETED' },
  {
    'VA-001': [
      'Penetration test of the whole vehicle',
      {
        method: 'penetration',
        result: 'failed',
        report:
          'Three weeks, two vehicles, no documents. In: headlamp branch (TS-044), relay of the phone key ' +
          '(TS-070), three calls of the app interface (TS-054). Not in: gateway boot, update, brake requests.',
        run_on: dayAgo(9),
        evidence: ['PT-13'],
      },
      { project: 'Gateway and diagnostics', status: 'IN_PROCESS', from: { validated: 'CG-09 CG-11 CG-13 CG-14' } },
    ],
    'VA-002': [
      'Torque requests under attack on the test track',
      { method: 'field-trial', result: 'not-run', report: '' },
      { project: 'Electric drive control', status: 'NOT_COMPLETED', from: { validated: 'CG-07 CG-08' } },
    ],
    'VA-003': [
      'Review of remaining risks',
      {
        method: 'review',
        result: 'passed',
        report:
          'All risks that stay at 3 have a claim or a control that is planned with a date. Open: TS-054 until ' +
          'the next release.',
        run_on: dayAgo(17),
        evidence: ['MIN-44'],
      },
      { project: 'Telematics unit', from: { validated: 'CG-19 CC-05 CC-07 CC-08' } },
    ],
    'VA-004': [
      'Field data of the carried-over unit',
      {
        method: 'analysis',
        result: 'passed',
        report:
          'Eight months of alerts from delivery vans: login attempts daily, none successful since 4.1.1; no ' +
          'downgrade seen.',
        run_on: dayAgo(22),
        evidence: ['SOC-R-10'],
      },
      { project: 'Telematics unit', from: { validated: 'CG-14 CG-16' } },
    ],
    'VA-005': [
      'Brake and steering on the proving ground',
      {
        method: 'field-trial',
        result: 'passed',
        report: 'Forged requests at 30, 80 and 130 km/h: nothing moved, events arrived.',
        run_on: dayAgo(80),
        evidence: ['VT-0064'],
      },
      { project: 'Brake and steering', day: 85, from: { validated: 'CG-23 SC-23' } },
    ],
  },
)

export const productionControls = demoArtefacts(
  'production-control',
  { day: 33, project: 'Electric drive control', status: 'IN_PROCESS' },
  {
    'PC-001': [
      'Keys are written',
      {
        station: 'EOL 4',
        control:
          'Keys come from the key service over an encrypted connection and go into the security module; the ' +
          'station keeps none.',
        check: "Each module answers a challenge; the station's disk is searched weekly.",
        owner: 'Plant A, line 2',
        frequency: 'Each vehicle',
      },
    ],
    'PC-002': [
      'Key station is guarded',
      {
        station: 'EOL 4',
        control: 'Locked cage, two people to open, no USB.',
        check: 'Access log is looked at.',
        owner: 'Plant security',
        frequency: 'Weekly',
      },
    ],
    'PC-003': [
      'Debug ports are locked',
      {
        station: 'EOL 5',
        control: 'Lock command to all control units; state is read back.',
        check: 'Attempt to connect to one vehicle in a hundred.',
        owner: 'Plant A, line 2',
        frequency: 'Each vehicle',
      },
      { project: 'Gateway and diagnostics' },
    ],
    'PC-004': [
      'Test keys and provisioning mode are gone',
      {
        station: 'EOL 5',
        control: 'Provisioning is closed by a one-way counter.',
        check: 'Counter is read back and stored with the vehicle.',
        owner: 'Plant A, line 2',
        frequency: 'Each vehicle',
      },
      { project: 'Gateway and diagnostics', status: 'APPROVED' },
    ],
    'PC-005': [
      'Software versions as released',
      {
        station: 'EOL 6',
        control: 'Versions and hashes of all control units are compared with the release.',
        check: 'Vehicle is held on any difference.',
        owner: 'Quality',
        frequency: 'Each vehicle',
      },
      { project: 'Gateway and diagnostics', status: 'APPROVED' },
    ],
    'PC-006': [
      'Scrap is destroyed',
      {
        station: 'Rework',
        control: 'Boards with keys are shredded, with a record.',
        check: 'Records against parts booked out.',
        owner: 'Quality',
        frequency: 'Monthly',
      },
    ],
  },
)

export const decommissioning = demoArtefacts(
  'decommissioning',
  { day: 29, project: 'Telematics unit', status: 'IN_PROCESS' },
  {
    'DC-001': [
      'Erase personal data at change of owner',
      {
        action: 'erase',
        owner: 'Vehicle cloud',
        description: 'One action in the app or at a dealer: positions, accounts, paired phones, contracts.',
      },
      { status: 'APPROVED' },
    ],
    'DC-002': [
      "Withdraw the vehicle's certificates",
      {
        action: 'revoke',
        owner: 'Vehicle cloud',
        description: 'At scrapping, export to an unsupported market, or theft.',
      },
    ],
    'DC-003': [
      'Unregister the telematics unit',
      { action: 'unregister', owner: 'After sales', description: 'SIM profile is deleted, reports are refused.' },
    ],
    'DC-004': [
      'Erase keys in the vehicle',
      {
        action: 'erase',
        owner: 'Dismantlers',
        description: 'Service routine with a certificate of the dismantler; security modules erase all slots.',
      },
      { project: 'Gateway and diagnostics' },
    ],
    'DC-005': [
      'Destroy boards that can not be erased',
      { action: 'destroy', owner: 'Dismantlers', description: 'After a fire or a crash.' },
      { project: 'Gateway and diagnostics', status: 'CREATED' },
    ],
    'DC-006': [
      'Notify owners of the end of support',
      {
        action: 'end-support',
        owner: 'After sales',
        by: '2041-06-30',
        description: 'A year before: what ends, what keeps working, what to do.',
      },
      { status: 'CREATED' },
    ],
  },
)

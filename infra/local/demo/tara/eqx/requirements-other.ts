import { demoArtefacts } from '../build.ts'
import { must } from '../requirement.ts'

const osprey = { owner: 'Osprey Braking' }

/** Requirements of brake and steering, which are already in production. */
export const chassisRequirements = demoArtefacts(
  'requirement',
  { day: 150, project: 'Brake and steering', status: 'APPROVED' },
  {
    'CSR-211': [
      'Requests without the driver are authentic',
      must(
        'Brake control and steering shall act upon requests of driver assistance only if the authenticator verifies.',
        'cybersecurity',
        'test',
        osprey,
      ),
      { day: 99, from: { demands: 'CG-23 SC-23' }, to: { allocated: 'CO-10 CO-11 CH-02' } },
    ],
    'CSR-212': [
      'Overlay torque is limited',
      must('The steering shall limit overlay torque to 3 Nm by a separate monitor.', 'functional', 'test', {
        owner: 'Sella Steering',
      }),
      { day: 99, from: { refines: 'CSR-211' }, to: { allocated: 'CO-11' } },
    ],
    'CSR-213': [
      'Parking requests at walking pace',
      must(
        'The steering shall refuse parking requests over 10 km/h, by wheel speeds on a second way.',
        'functional',
        'test',
        { owner: 'Sella Steering' },
      ),
      { day: 99, from: { refines: 'CSR-211' }, to: { allocated: 'CO-11' } },
    ],
    'CSR-214': [
      'Failed authenticators are reported',
      must('Driver assistance shall report failed authenticators, counted by message.', 'operation', 'test', osprey),
      { day: 99, from: { refines: 'CSR-211', demands: 'CE-10' }, to: { allocated: 'CO-12' } },
    ],
    'CSR-215': [
      'Keys of the camera can not be read',
      must(
        'Keys of driver assistance shall be in a security module; the debug port shall be locked.',
        'hardware',
        'test',
        osprey,
      ),
      { day: 99, from: { refines: 'CSR-211' }, to: { realised: 'CTL-03 CTL-07', allocated: 'CO-12' } },
    ],
    'CSR-216': [
      'Brake status is authentic',
      must(
        'The cluster shall show BrakeState (0x0C2) only if it verifies, and the warning lamp otherwise.',
        'cybersecurity',
        'test',
        osprey,
      ),
      {
        day: 60,
        status: 'REJECTED',
        from: { demands: 'CG-25 SC-23' },
        to: { realised: 'CTL-21', allocated: 'CO-10 CO-17' },
      },
    ],
    'CSR-217': [
      'Stalled counter lights the lamp',
      must('After three equal counters of BrakeState the cluster shall light the brake lamp.', 'functional', 'test', {
        owner: 'Kittiwake Cockpit',
      }),
      { day: 99, from: { demands: 'CC-11' }, to: { allocated: 'CO-17' } },
    ],
    'CSR-218': [
      'Angle agrees with yaw',
      must(
        'Stability control shall disregard a steering angle that disagrees with yaw rate and wheel speeds for ' +
          'over 200 ms.',
        'functional',
        'analysis',
        osprey,
      ),
      { day: 60, status: 'IN_PROCESS', from: { refines: 'CSR-211' }, to: { allocated: 'CO-09' } },
    ],
  },
)

/** Requirements for production, workshop and end of life. */
export const laterRequirements = demoArtefacts(
  'requirement',
  { day: 66, status: 'APPROVED' },
  {
    'CSR-231': [
      'Keys are written at the end of the line',
      must(
        'Keys of a vehicle shall be written over an encrypted connection to the key service, at one station, and ' +
          'never be stored at it.',
        'production',
        'inspection',
        { owner: 'Plant A' },
      ),
      {
        project: 'Electric drive control',
        from: { refines: 'CSR-116' },
        to: { realised: 'PC-001 PC-002', allocated: 'CO-28 CO-31' },
      },
    ],
    'CSR-232': [
      'Series state is verified',
      must(
        'Each control unit shall be verified to be in series state: debug locked, test keys gone, provisioning closed.',
        'production',
        'inspection',
        { owner: 'Plant A' },
      ),
      {
        project: 'Gateway and diagnostics',
        from: { refines: 'CSR-103' },
        to: { realised: 'PC-003 PC-004', allocated: 'CO-01 CO-02 CO-15' },
      },
    ],
    'CSR-233': [
      'Software as released',
      must(
        'The versions of all control units shall be compared with the release before a vehicle leaves the plant.',
        'production',
        'inspection',
        { owner: 'Plant A' },
      ),
      {
        project: 'Gateway and diagnostics',
        from: { refines: 'CSR-145' },
        to: { realised: 'PC-005', allocated: 'CO-01' },
      },
    ],
    'CSR-234': [
      'Data is erased at change of owner',
      must(
        'At a change of owner positions, accounts, paired phones and contracts shall be erased with one action.',
        'operation',
        'test',
        { owner: 'Vehicle cloud' },
      ),
      {
        project: 'Telematics unit',
        from: { refines: 'CSR-176' },
        to: { realised: 'DC-001', allocated: 'CO-21 CO-15 CO-16' },
      },
    ],
    'CSR-235': [
      'Scrapped vehicles are unregistered',
      must(
        'Certificates of a scrapped vehicle shall be withdrawn within a week of the notice.',
        'operation',
        'inspection',
        { owner: 'After sales' },
      ),
      {
        project: 'Telematics unit',
        status: 'IN_PROCESS',
        from: { refines: 'CSR-163' },
        to: { realised: 'DC-002 DC-003', allocated: 'CO-21' },
      },
    ],
    'CSR-236': [
      'End of support is announced',
      must(
        'Owners shall be notified of the end of security updates at least a year before, with its effects on them.',
        'process',
        'review',
        { owner: 'After sales' },
      ),
      {
        project: 'Telematics unit',
        status: 'CREATED',
        from: { refines: 'CSR-161' },
        to: { realised: 'DC-006', allocated: 'CO-22' },
      },
    ],
  },
)

import { demoArtefacts } from '../../build.ts'
import { all, any, needs, step, treeOf } from '../../trees.ts'

const common = { day: 131, project: 'Telematics unit', status: 'APPROVED' } as const

export const telematicsTrees = demoArtefacts('attack-tree', common, {
  'AT-051': [
    'Downgrade to a vulnerable TCU release',
    {
      tree: treeOf(
        all(
          'TS-051',
          'Downgrade to a vulnerable TCU release',
          step(
            'I',
            'Keep a signed image of 3.9.8',
            needs('week', 'layman', 'public', 'unlimited', 'standard', '-', 'low', 'none', 'none'),
            { techniques: 'T1588' },
          ),
          any(
            'W',
            'Have it installed',
            step(
              'W1',
              'Over the service port of the unit',
              needs('month', 'proficient', 'restricted', 'unlimited', 'specialised', 'local', 'low', 'none', 'none'),
              { shown: { event_ids: [0x8004], ecus: ['TCU'] }, controls: 'CTL-15', techniques: 'T1601.002' },
            ),
            step(
              'W2',
              'By a campaign in the update service',
              needs('month', 'expert', 'confidential', 'easy', 'standard', 'network', 'high', 'high', 'none'),
              { controls: 'CTL-15 CTL-23', techniques: 'T1195.002' },
            ),
            step(
              'W3',
              'From between vehicle and service',
              needs('month', 'expert', 'restricted', 'moderate', 'specialised', 'adjacent', 'high', 'none', 'none'),
              { shown: { event_ids: [0x8004], ecus: ['TCU'] }, controls: 'CTL-05 CTL-15', techniques: 'T1557' },
            ),
          ),
        ),
      ),
    },
    { status: 'CREATED', from: { 'refined-in': 'TS-051' } },
  ],
  'AT-052': [
    'Tampered update from a mirrored server',
    {
      tree: treeOf(
        all(
          'TS-052',
          'Tampered update from a mirrored server',
          any(
            'R',
            'Lead the vehicle to the mirror',
            step(
              'R1',
              'Rogue base station',
              needs('week', 'expert', 'public', 'easy', 'specialised', 'adjacent', 'high', 'none', 'none'),
              { controls: 'CTL-05', techniques: 'ATM-T0008' },
            ),
            step(
              'R2',
              'Name server of the operator',
              needs('month', 'expert', 'restricted', 'moderate', 'specialised', 'network', 'high', 'low', 'none'),
              { controls: 'CTL-05', techniques: 'T1584.002' },
            ),
          ),
          any(
            'F',
            'Have the image accepted',
            step(
              'F1',
              'Weakness before the signature is checked',
              needs('month', 'expert', 'confidential', 'unlimited', 'standard', '-', 'high', 'none', 'none'),
              { controls: 'CTL-02', techniques: 'ATM-T0031' },
            ),
            step(
              'F2',
              'Signature with a forged chain',
              needs('month', 'experts', 'confidential', 'unlimited', 'specialised', '-', 'high', 'none', 'none'),
              { controls: 'CTL-02', techniques: 'T1553.002' },
            ),
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-052' } },
  ],
  'AT-053': [
    'Signing key extracted at the supplier',
    {
      tree: treeOf(
        any(
          'TS-053',
          'Signing key extracted at the supplier',
          step(
            'A',
            'Intrude into the build environment',
            needs(
              'month',
              'experts',
              'strictly-confidential',
              'easy',
              'specialised',
              'network',
              'high',
              'high',
              'none',
            ),
            { controls: 'CTL-23', techniques: 'T1195.002 T1552.004' },
          ),
          step(
            'B',
            'Copy the token as an insider',
            needs(
              'week',
              'proficient',
              'strictly-confidential',
              'difficult',
              'specialised',
              'physical',
              'high',
              'high',
              'none',
            ),
            { controls: 'CTL-23', techniques: 'T1078' },
          ),
        ),
      ),
    },
    { status: 'UNDER_REVIEW', from: { 'refined-in': 'TS-053' } },
  ],
  'AT-054': [
    'Remote command accepted from another customer',
    {
      tree: treeOf(
        all(
          'TS-054',
          'Remote command accepted from another customer',
          step(
            'V',
            "Read a vehicle's number through the windscreen",
            needs('day', 'layman', 'public', 'unlimited', 'standard', '-', 'low', 'none', 'none'),
            { techniques: 'ATM-T0077' },
          ),
          any(
            'T',
            'Have a token',
            step(
              'T1',
              "Register an account of one's own",
              needs('day', 'layman', 'public', 'unlimited', 'standard', 'network', 'low', 'low', 'none'),
            ),
            step(
              'T2',
              "Take a token from another owner's phone",
              needs('week', 'expert', 'public', 'moderate', 'standard', 'network', 'high', 'low', 'required'),
              { techniques: 'T1528' },
            ),
          ),
          step(
            'C',
            "Call the interface with that owner's vehicle",
            needs('month', 'expert', 'public', 'unlimited', 'standard', 'network', 'low', 'low', 'none'),
            { controls: 'CTL-06', techniques: 'T1190', note: 'Learned from the traffic of the app.' },
          ),
        ),
      ),
    },
    { status: 'IN_PROCESS', from: { 'refined-in': 'TS-054' } },
  ],
  'AT-055': [
    'Maintenance login of the TCU guessed',
    {
      tree: treeOf(
        all(
          'TS-055',
          'Maintenance login of the TCU guessed',
          any(
            'W',
            'Reach the SSH port',
            step(
              'W1',
              'Private access point, with a SIM from a scrapyard',
              needs('day', 'proficient', 'public', 'unlimited', 'specialised', 'network', 'low', 'none', 'none'),
              { techniques: 'T1133' },
            ),
            step(
              'W2',
              'Wi-Fi hotspot of the cabin',
              needs('day', 'proficient', 'restricted', 'moderate', 'specialised', 'adjacent', 'low', 'low', 'none'),
              { controls: 'CTL-04' },
            ),
          ),
          step(
            'G',
            'Guess the password',
            needs('month', 'proficient', 'restricted', 'unlimited', 'standard', '-', 'low', 'none', 'none'),
            { shown: { detectors: ['authentication-failures'] }, controls: 'CTL-14', techniques: 'T1110 T1021.004' },
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-055' } },
  ],
  'AT-060': [
    'Position stream read by a third party',
    {
      tree: treeOf(
        any(
          'TS-060',
          'Position stream read by a third party',
          all(
            'A',
            'By a partner interface',
            step(
              'A1',
              "Get a partner's account",
              needs('week', 'proficient', 'restricted', 'easy', 'standard', 'network', 'low', 'low', 'none'),
              { techniques: 'T1078' },
            ),
            step(
              'A2',
              'Ask for vehicles of others',
              needs('week', 'proficient', 'confidential', 'unlimited', 'standard', '-', 'low', 'none', 'none'),
              { controls: 'CTL-08 CTL-06', techniques: 'T1190' },
            ),
          ),
          step(
            'B',
            'Find the storage of reports open',
            needs('month', 'proficient', 'confidential', 'easy', 'standard', 'network', 'low', 'none', 'none'),
            { controls: 'CTL-08', techniques: 'T1530' },
          ),
          step(
            'C',
            'Take tokens with an app on phones',
            needs('month', 'expert', 'restricted', 'moderate', 'standard', 'network', 'high', 'none', 'required'),
            { controls: 'CTL-08', techniques: 'T1528' },
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-060' } },
  ],
  'AT-061': [
    'GNSS spoofing shifts geofence decisions',
    {
      tree: treeOf(
        any(
          'TS-061',
          'GNSS spoofing shifts geofence decisions',
          step(
            'A',
            'Transmit from a car that follows',
            needs('week', 'proficient', 'restricted', 'moderate', 'specialised', 'adjacent', 'low', 'none', 'none'),
            {
              shown: { detectors: ['impossible-movement'] },
              controls: 'CTL-20',
              techniques: 'T0856',
              note: 'A software radio and free software.',
            },
          ),
          all(
            'B',
            'Change positions inside the TCU',
            step(
              'B1',
              'Run code on the TCU',
              needs('month', 'expert', 'confidential', 'easy', 'specialised', 'network', 'high', 'low', 'none'),
              { controls: 'CTL-14' },
            ),
            step(
              'B2',
              'Replace the output of the receiver',
              needs('week', 'proficient', 'restricted', 'unlimited', 'standard', '-', 'low', 'none', 'none'),
              { shown: { detectors: ['impossible-movement'] }, controls: 'CTL-20' },
            ),
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-061' } },
  ],
  'AT-062': [
    'Maintenance key of a batch used on another vehicle',
    {
      tree: treeOf(
        all(
          'TS-062',
          'Maintenance key of a batch used on another vehicle',
          step(
            'K',
            'Read the key from a unit of the same week',
            needs('month', 'proficient', 'restricted', 'easy', 'specialised', '-', 'low', 'none', 'none'),
            { controls: 'CTL-07', techniques: 'T1552.004' },
          ),
          step(
            'L',
            'Sign in to another vehicle',
            needs('day', 'proficient', 'public', 'easy', 'specialised', 'network', 'low', 'low', 'none'),
            { controls: 'CTL-14', techniques: 'T1021.004' },
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-062' } },
  ],
})

import { demoArtefacts } from '../../build.ts'
import { all, any, needs, step, treeOf } from '../../trees.ts'

const common = { day: 134, project: 'Gateway and diagnostics', status: 'APPROVED' } as const
const port = [{ assumption: 'AU-03', factor: 'window', level: 'moderate' }] as const

export const networkTrees = demoArtefacts('attack-tree', common, {
  'AT-040': [
    'SecurityAccess brute force from OBD',
    {
      tree: treeOf(
        all(
          'TS-040',
          'SecurityAccess brute force from OBD',
          any(
            'W',
            'Reach the diagnostic server',
            step(
              'W1',
              'OBD port',
              needs('day', 'layman', 'public', 'difficult', 'standard', 'local', 'low', 'none', 'none'),
              { caps: [...port], techniques: 'T1200' },
            ),
            step(
              'W2',
              'DoIP in a workshop network',
              needs('week', 'proficient', 'public', 'difficult', 'standard', 'adjacent', 'low', 'low', 'none'),
              { techniques: 'T1133' },
            ),
          ),
          any(
            'K',
            'Find the key',
            step(
              'K1',
              'Try keys until the seed repeats',
              needs('week', 'proficient', 'restricted', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
              { shown: { detectors: ['uds-security'], event_ids: [0x8005] }, controls: 'CTL-12', techniques: 'T1110' },
            ),
            step(
              'K2',
              'Work out the algorithm from firmware',
              needs('month', 'expert', 'restricted', 'unlimited', 'specialised', '-', 'high', 'none', 'none'),
              { controls: 'CTL-11', techniques: 'ATM-T0077' },
            ),
          ),
        ),
      ),
    },
    { status: 'IN_PROCESS', from: { 'refined-in': 'TS-040' } },
  ],
  'AT-041': [
    'Leaked workshop certificate reused',
    {
      tree: treeOf(
        all(
          'TS-041',
          'Leaked workshop certificate reused',
          any(
            'G',
            'Get a certificate with its key',
            step(
              'G1',
              'Steal a tester',
              needs('week', 'layman', 'public', 'difficult', 'standard', 'local', 'low', 'none', 'none'),
            ),
            step(
              'G2',
              'Buy a copy from a workshop',
              needs('month', 'proficient', 'confidential', 'moderate', 'standard', 'local', 'low', 'low', 'required'),
              { techniques: 'T1588.004' },
            ),
          ),
          step(
            'U',
            'Use it on a vehicle',
            needs('day', 'proficient', 'restricted', 'moderate', 'specialised', 'local', 'low', 'none', 'none'),
            { controls: 'CTL-11', techniques: 'T1078' },
          ),
        ),
      ),
    },
    { status: 'IN_PROCESS', from: { 'refined-in': 'TS-041' } },
  ],
  'AT-042': [
    'Extended session opened while driving',
    {
      tree: treeOf(
        any(
          'TS-042',
          'Extended session opened while driving',
          all(
            'A',
            'By a dongle',
            step(
              'A1',
              'Leave a dongle in the OBD port',
              needs('day', 'layman', 'public', 'moderate', 'standard', 'local', 'low', 'none', 'none'),
              { techniques: 'T1200' },
            ),
            step(
              'A2',
              'Ask for the session and start a routine',
              needs('day', 'expert', 'restricted', 'unlimited', 'specialised', '-', 'low', 'low', 'none'),
              {
                shown: { detectors: ['uds-moving'], event_ids: [0x8006] },
                controls: 'CTL-13',
                techniques: 'ATM-T0067 T0858',
              },
            ),
          ),
          all(
            'B',
            'Through telematics',
            step(
              'B1',
              'Run code on the TCU',
              needs('month', 'expert', 'confidential', 'easy', 'specialised', 'network', 'high', 'low', 'none'),
              { controls: 'CTL-14' },
            ),
            'A2',
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-042' } },
  ],
  'AT-043': [
    'Routing table overwritten by a diagnostic write',
    {
      tree: treeOf(
        any(
          'TS-043',
          'Routing table overwritten by a diagnostic write',
          all(
            'A',
            'From the OBD port',
            step(
              'A1',
              'Reach the OBD port',
              needs('day', 'layman', 'public', 'difficult', 'standard', 'local', 'low', 'none', 'none'),
              { caps: [...port] },
            ),
            step(
              'A2',
              'Open the extended session',
              needs('day', 'proficient', 'public', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
              { controls: 'CTL-11 CTL-13' },
            ),
            step(
              'A3',
              'Write the identifier of the table',
              needs('day', 'expert', 'restricted', 'unlimited', 'standard', '-', 'low', 'low', 'none'),
              { techniques: 'T0836' },
            ),
          ),
          all(
            'B',
            'Over DoIP from the TCU',
            step(
              'B1',
              'Run code on the TCU',
              needs('month', 'expert', 'confidential', 'easy', 'specialised', 'network', 'high', 'low', 'none'),
              { controls: 'CTL-14' },
            ),
            'A3',
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-043' } },
  ],
  'AT-044': [
    'Strange frames through an added device',
    {
      description: 'Rated low because an id that the gateway passes must be found first. Field data contradicts this.',
      tree: treeOf(
        all(
          'TS-044',
          'Strange frames through an added device',
          any(
            'W',
            'Reach a branch of the bus',
            step(
              'W1',
              'Behind the headlamp',
              needs('day', 'proficient', 'public', 'moderate', 'specialised', 'physical', 'low', 'none', 'none'),
              { techniques: 'T1200' },
            ),
            step(
              'W2',
              'At the trailer socket, past its own filter',
              needs('month', 'expert', 'restricted', 'difficult', 'specialised', 'physical', 'high', 'none', 'none'),
            ),
          ),
          step(
            'L',
            'Look for an id that is passed on',
            needs('month', 'expert', 'restricted', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
            {
              shown: { detectors: ['can-unknown-id'], can_ids: [0x6f7] },
              controls: 'CTL-04 CTL-10',
              techniques: 'T0855',
            },
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-044' } },
  ],
  'AT-047': [
    'Modified boot image on the gateway',
    {
      tree: treeOf(
        all(
          'TS-047',
          'Modified boot image on the gateway',
          step(
            'A',
            'Write the image in a programming session',
            needs('month', 'expert', 'confidential', 'unlimited', 'specialised', 'local', 'high', 'low', 'none'),
            { shown: { event_ids: [0x8003], ecus: ['GTW'] }, controls: 'CTL-02', techniques: 'T0857' },
          ),
          any(
            'B',
            'Have it started',
            step(
              'B1',
              'Weakness in the boot ROM',
              needs('month', 'experts', 'confidential', 'unlimited', 'specialised', 'local', 'high', 'none', 'none'),
              { controls: 'CTL-01', techniques: 'ATM-T0031' },
            ),
            step(
              'B2',
              'Glitch the check of the signature',
              needs('month', 'expert', 'confidential', 'difficult', 'bespoke', 'physical', 'high', 'none', 'none'),
              { controls: 'CTL-01' },
            ),
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-047' } },
  ],
})

import { demoArtefacts } from '../../build.ts'
import { all, any, needs, step, treeOf } from '../../trees.ts'

/** Attack trees of phone as a key. */
export const keyTrees = demoArtefacts(
  'attack-tree',
  { day: 96, project: 'Phone as a key', status: 'IN_PROCESS' },
  {
    'AT-067': [
      'Key shared from a taken-over account',
      {
        tree: treeOf(
          all(
            'TS-067',
            'Key shared from a taken-over account',
            any(
              'A',
              'Take the account over',
              step(
                'A1',
                'Have the owner type the password',
                needs('week', 'proficient', 'public', 'easy', 'standard', 'network', 'low', 'none', 'required'),
                { techniques: 'T1566' },
              ),
              step(
                'A2',
                'Have the number moved to another SIM',
                needs('week', 'proficient', 'restricted', 'moderate', 'standard', 'network', 'high', 'none', 'none'),
                { techniques: 'T1451' },
              ),
            ),
            step(
              'S',
              "Lend the key to a phone of one's own",
              needs('day', 'layman', 'public', 'unlimited', 'standard', 'network', 'low', 'low', 'none'),
              { controls: 'CTL-16' },
            ),
          ),
        ),
      },
      { from: { 'refined-in': 'TS-067' } },
    ],
    'AT-070': [
      'Relay of phone key within 40 m',
      {
        description: 'Two radios, at a time when the phone is near the front door.',
        tree: treeOf(
          all(
            'TS-070',
            'Relay of phone key within 40 m',
            step(
              'N',
              'Stand near the phone and near the car',
              needs('day', 'layman', 'public', 'moderate', 'standard', 'adjacent', 'low', 'none', 'none'),
            ),
            any(
              'F',
              'Forward what they say',
              step(
                'F1',
                'Bluetooth, at the speed of the link layer',
                needs('day', 'proficient', 'public', 'unlimited', 'specialised', 'adjacent', 'low', 'none', 'none'),
                { controls: 'CTL-17', techniques: 'ATM-T0007' },
              ),
              step(
                'F2',
                'UWB, without losing a nanosecond',
                needs('half-year', 'experts', 'restricted', 'unlimited', 'bespoke', 'adjacent', 'high', 'none', 'none'),
                { techniques: 'ATM-T0007' },
              ),
            ),
          ),
        ),
      },
      { from: { 'refined-in': 'TS-070' } },
    ],
    'AT-071': [
      'Replay of door unlock on body CAN',
      {
        tree: treeOf(
          all(
            'TS-071',
            'Replay of door unlock on body CAN',
            any(
              'W',
              'Reach the body bus',
              step(
                'W1',
                'Branch behind the headlamp',
                needs('day', 'proficient', 'public', 'unlimited', 'specialised', 'physical', 'low', 'none', 'none'),
                { techniques: 'T1200' },
              ),
              step(
                'W2',
                'OBD port, through a broken window',
                needs('day', 'layman', 'public', 'moderate', 'standard', 'physical', 'low', 'none', 'none'),
                { techniques: 'T1200' },
              ),
            ),
            step(
              'R',
              'Send 0x310 with the next counter',
              needs('day', 'expert', 'restricted', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
              {
                shown: { detectors: ['can-replay', 'can-masquerade'], can_ids: [0x310] },
                controls: 'CTL-21',
                techniques: 'T0855',
              },
            ),
          ),
        ),
      },
      { status: 'APPROVED', from: { 'refined-in': 'TS-071' } },
    ],
  },
)

/** Attack trees of brake and steering. */
export const chassisTrees = demoArtefacts(
  'attack-tree',
  { day: 129, project: 'Brake and steering', status: 'APPROVED' },
  {
    'AT-074': [
      'Secured requests to driver assistance forged',
      {
        description: 'A short authenticator can be guessed, but each wrong guess is an event.',
        tree: treeOf(
          any(
            'TS-074',
            'Secured requests to driver assistance forged',
            all(
              'A',
              'Guess the authenticator',
              step(
                'A1',
                'Have a way onto the chassis bus',
                needs('month', 'expert', 'confidential', 'unlimited', 'specialised', 'local', 'high', 'none', 'none'),
                { controls: 'CTL-04' },
              ),
              step(
                'A2',
                'Try authenticators until one is taken',
                needs('week', 'experts', 'restricted', 'unlimited', 'specialised', '-', 'high', 'none', 'none'),
                { shown: { event_ids: [0x8001], ecus: ['ADAS'] }, controls: 'CTL-19', techniques: 'T0855' },
              ),
            ),
            step(
              'B',
              'Read the key out of the camera',
              needs('month', 'expert', 'confidential', 'difficult', 'bespoke', 'physical', 'high', 'none', 'none'),
              { controls: 'CTL-03 CTL-07', techniques: 'T1552.004' },
            ),
          ),
        ),
      },
      { from: { 'refined-in': 'TS-074' } },
    ],
    'AT-080': [
      'Masquerade of BrakeStatus with valid counter',
      {
        tree: treeOf(
          any(
            'TS-080',
            'Masquerade of BrakeStatus with valid counter',
            all(
              'A',
              'From the OBD port',
              step(
                'A1',
                'Reach the OBD port',
                needs('day', 'layman', 'public', 'difficult', 'standard', 'local', 'low', 'none', 'none'),
                { caps: [{ assumption: 'AU-03', factor: 'window', level: 'moderate' }] },
              ),
              step(
                'M',
                'Silence the sender and send 0x0C2',
                needs('month', 'proficient', 'restricted', 'unlimited', 'specialised', '-', 'high', 'none', 'none'),
                {
                  shown: { detectors: ['can-masquerade'], can_ids: [0x0c2] },
                  controls: 'CTL-21',
                  techniques: 'T0856 T0804',
                },
              ),
            ),
            all(
              'B',
              'From a compromised TCU',
              step(
                'B1',
                'Run code on the TCU and pass the gateway',
                needs('month', 'expert', 'confidential', 'easy', 'specialised', 'network', 'high', 'low', 'none'),
                { controls: 'CTL-04 CTL-14' },
              ),
              'M',
            ),
            step(
              'C',
              'Replace the brake control',
              needs('month', 'expert', 'confidential', 'difficult', 'bespoke', 'physical', 'high', 'none', 'none'),
            ),
          ),
        ),
      },
      { status: 'IN_PROCESS', from: { 'refined-in': 'TS-080' } },
    ],
    'AT-081': [
      'Alive counter frozen by gateway firmware',
      {
        tree: treeOf(
          all(
            'TS-081',
            'Alive counter frozen by gateway firmware',
            any(
              'G',
              'Run changed software on the gateway',
              step(
                'G1',
                'Program it with a borrowed signature',
                needs('month', 'expert', 'confidential', 'unlimited', 'bespoke', 'local', 'high', 'high', 'none'),
                { controls: 'CTL-01 CTL-02' },
              ),
              step(
                'G2',
                'Glitch its boot',
                needs('month', 'experts', 'confidential', 'difficult', 'bespoke', 'physical', 'high', 'none', 'none'),
                { controls: 'CTL-01' },
              ),
            ),
            step(
              'F',
              'Repeat the last good message',
              needs('day', 'proficient', 'restricted', 'unlimited', 'standard', '-', 'low', 'none', 'none'),
              { techniques: 'T0856' },
            ),
          ),
        ),
      },
      { from: { 'refined-in': 'TS-081' } },
    ],
  },
)

import { demoArtefacts } from '../../build.ts'
import { all, any, needs, step, treeOf } from '../../trees.ts'

const common = { day: 138, project: 'Electric drive control', status: 'APPROVED' } as const
const port = [{ assumption: 'AU-03', factor: 'window', level: 'moderate' }] as const
const layout = [{ assumption: 'AU-07', factor: 'knowledge', level: 'restricted' }] as const

export const torqueTrees = demoArtefacts('attack-tree', common, {
  'AT-031': [
    'Spoofed torque request over powertrain CAN',
    {
      description:
        'Five ways to an unwanted torque. The easiest decides: a dongle, a week, and a gateway that ' +
        'gives its key away.',
      tree: treeOf(
        any(
          'TS-031',
          'Spoofed torque request over powertrain CAN',
          all(
            'A',
            'Inject through the OBD port',
            step(
              'A1',
              'Reach the OBD port',
              needs('day', 'layman', 'public', 'difficult', 'standard', 'local', 'low', 'none', 'none'),
              {
                caps: [...port],
                techniques: 'T1200',
                note: 'Sitting in the car for five minutes, or leaving a dongle behind.',
              },
            ),
            any(
              'A2',
              'Pass the gateway filter',
              step(
                'A2a',
                'SecurityAccess brute force',
                needs('week', 'proficient', 'restricted', 'moderate', 'specialised', 'local', 'low', 'none', 'none'),
                {
                  controls: 'CTL-12',
                  techniques: 'T1110',
                  note: 'Seeds repeat after some thousand requests: see TS-040.',
                },
              ),
              step(
                'A2b',
                'Leaked workshop key',
                needs('month', 'expert', 'confidential', 'moderate', 'standard', 'local', 'high', 'low', 'none'),
                { controls: 'CTL-11', techniques: 'T1078' },
              ),
            ),
            step(
              'A3',
              'Send 0x0A0 at 4 × rate',
              needs('week', 'proficient', 'confidential', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
              {
                shown: { detectors: ['can-period'], can_ids: [0x0a0], buses: ['can0'] },
                controls: 'CTL-09',
                caps: [...layout],
                techniques: 'T0855',
                note: 'Counter and checksum are learned by watching the bus for a minute.',
              },
            ),
          ),
          all(
            'B',
            'Inject from a compromised TCU',
            any(
              'B1',
              'Run code on the TCU',
              step(
                'B1a',
                'sshd with a stolen key',
                needs('month', 'proficient', 'confidential', 'unlimited', 'standard', 'network', 'high', 'low', 'none'),
                { controls: 'CTL-14', techniques: 'T1021.004 T1552.004' },
              ),
              step(
                'B1b',
                'OTA downgrade to 3.9.8',
                needs('month', 'expert', 'confidential', 'easy', 'specialised', 'network', 'high', 'high', 'required'),
                { controls: 'CTL-15', techniques: 'T1601.002' },
              ),
            ),
            step(
              'B2',
              'Pivot through the gateway',
              needs('week', 'expert', 'confidential', 'easy', 'specialised', '-', 'high', 'none', 'none'),
              { controls: 'CTL-04', techniques: 'T1210' },
            ),
            'A3',
          ),
          step(
            'C',
            'Replace the VCU',
            needs('month', 'expert', 'confidential', 'difficult', 'bespoke', 'physical', 'high', 'none', 'none'),
            {
              shown: { detectors: ['can-masquerade'], can_ids: [0x0a0], buses: ['can0'] },
              techniques: 'ATM-T0016',
              note: 'A manipulated unit, fitted in a workshop or at night.',
            },
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-031' } },
  ],
  'AT-032': [
    'Torque request suppressed by bus flood',
    {
      description: 'Needs no knowledge of any message: 0x000 always wins. What it takes is a way onto the bus.',
      tree: treeOf(
        any(
          'TS-032',
          'Torque request suppressed by bus flood',
          all(
            'A',
            'Flood from the OBD port',
            step(
              'A1',
              'Leave a dongle in the OBD port',
              needs('day', 'layman', 'public', 'easy', 'standard', 'local', 'low', 'none', 'none'),
              { techniques: 'T1200' },
            ),
            step(
              'A2',
              'Find a route that passes 0x000',
              needs('week', 'proficient', 'confidential', 'unlimited', 'standard', '-', 'low', 'none', 'none'),
              { controls: 'CTL-10' },
            ),
            step(
              'S',
              'Send 0x000 without pause',
              needs('day', 'proficient', 'public', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
              { shown: { detectors: ['can-flood'], buses: ['can0'] }, techniques: 'T0814' },
            ),
          ),
          all(
            'B',
            'Flood from an added device',
            step(
              'B1',
              'Clip a device to can0 under the floor',
              needs('week', 'proficient', 'restricted', 'difficult', 'standard', 'physical', 'low', 'none', 'none'),
              { techniques: 'T1200', note: 'Takes a lift and half an hour.' },
            ),
            'S',
          ),
          all(
            'C',
            'Flood from the TCU',
            step(
              'C1',
              'Run code on the TCU',
              needs('month', 'expert', 'confidential', 'easy', 'standard', 'network', 'high', 'low', 'none'),
              { controls: 'CTL-14' },
            ),
            step(
              'C2',
              'Pass the gateway',
              needs('week', 'expert', 'confidential', 'easy', 'specialised', '-', 'high', 'none', 'none'),
              { controls: 'CTL-04 CTL-10' },
            ),
            'S',
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-032' } },
  ],
  'AT-033': [
    'Replay of recorded torque frames',
    {
      tree: treeOf(
        all(
          'TS-033',
          'Replay of recorded torque frames',
          step(
            'R',
            'Record a strong acceleration',
            needs('week', 'proficient', 'public', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
            { techniques: 'T1040' },
          ),
          any(
            'W',
            'Have a way onto can0',
            step(
              'W1',
              'OBD port, filter passed by a diagnostic session',
              needs('month', 'expert', 'restricted', 'moderate', 'specialised', 'local', 'high', 'none', 'none'),
              { controls: 'CTL-11', caps: [...port] },
            ),
            step(
              'W2',
              'Compromised TCU',
              needs('month', 'expert', 'confidential', 'easy', 'specialised', 'network', 'high', 'low', 'none'),
              { controls: 'CTL-04' },
            ),
          ),
          step(
            'P',
            'Play it back while the car waits at a traffic light',
            needs('day', 'proficient', 'public', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
            { shown: { detectors: ['can-replay'], can_ids: [0x0a0] }, controls: 'CTL-09', techniques: 'T0855' },
          ),
        ),
      ),
    },
    { status: 'IN_PROCESS', from: { 'refined-in': 'TS-033' } },
  ],
  'AT-010': [
    'Pedal frames masqueraded on the powertrain bus',
    {
      description:
        'The inverter compares 0x0A0 with 0x1A4: both have to be forged, and the VCU has to be quiet meanwhile.',
      tree: treeOf(
        any(
          'TS-010',
          'Pedal frames masqueraded on the powertrain bus',
          all(
            'A',
            'From the OBD port',
            step(
              'A1',
              'Leave a dongle in the OBD port',
              needs('day', 'layman', 'public', 'easy', 'standard', 'local', 'low', 'none', 'none'),
              { techniques: 'T1200' },
            ),
            step(
              'A2',
              'Drive the VCU bus-off by error frames',
              needs('month', 'expert', 'confidential', 'unlimited', 'specialised', '-', 'high', 'none', 'none'),
              {
                shown: { detectors: ['can-suppression'], can_ids: [0x1a4] },
                techniques: 'T0803',
                note: 'A controller that is made to count 32 errors leaves the bus by itself.',
              },
            ),
            step(
              'A3',
              'Send 0x1A4 and 0x0A0 that agree',
              needs('week', 'proficient', 'restricted', 'unlimited', 'specialised', '-', 'low', 'none', 'none'),
              { shown: { detectors: ['can-masquerade'], can_ids: [0x1a4] }, controls: 'CTL-09', techniques: 'T0856' },
            ),
          ),
          step(
            'B',
            'Replace the VCU',
            needs('month', 'expert', 'confidential', 'difficult', 'bespoke', 'physical', 'high', 'none', 'none'),
          ),
        ),
      ),
    },
    { from: { 'refined-in': 'TS-010' } },
  ],
})

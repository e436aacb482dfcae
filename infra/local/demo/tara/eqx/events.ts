import { demoArtefacts } from '../build.ts'

export const securityEvents = demoArtefacts(
  'security-event',
  { day: 92, status: 'APPROVED', project: 'Gateway and diagnostics' },
  {
    'CE-01': [
      'Forged message on the powertrain bus',
      {
        source: 'monitoring',
        severity: 'high',
        trigger: 'Alert of period or content about 0x0A0, 0x1A4 or 0x2B0 on can0.',
        criteria: 'Two alerts about one vehicle within a day, or about two vehicles within a week.',
        response:
          'Vehicle is called in; owner is asked about devices in the OBD port; feasibility of TS-031 and TS-010 ' +
          'looked at again.',
      },
      { project: 'Electric drive control' },
    ],
    'CE-02': [
      'Flood or strange frames on a bus',
      {
        source: 'monitoring',
        severity: 'high',
        trigger: 'Alert of flood, unknown id or wrong rate.',
        criteria: 'Any flood; unknown ids seen on more than one vehicle.',
        response: 'Capture is stored; gateway routes compared with the release.',
      },
    ],
    'CE-03': [
      'Diagnostic misuse',
      {
        source: 'monitoring',
        severity: 'high',
        trigger: 'Repeated failure of SecurityAccess, or a session in motion.',
        criteria: "Outside a workshop's address and hours.",
        response: 'Workshop contacted; tester certificate withdrawn if in doubt.',
      },
    ],
    'CE-04': [
      'Foreign software refused',
      {
        source: 'monitoring',
        severity: 'critical',
        trigger: 'Secure boot or signature check failed.',
        criteria: 'Any on a series vehicle; in campaigns over one in ten thousand.',
        response: 'Campaign is stopped; image is compared byte by byte.',
      },
    ],
    'CE-05': [
      'Unusual use of the app interface',
      {
        source: 'internal',
        severity: 'high',
        trigger: 'One account requests more than five vehicles, or consecutive vehicles.',
        criteria: 'After excluding fleet customers.',
        response: 'Token withdrawn, account locked, affected owners notified within 72 hours.',
      },
      { project: 'Telematics unit' },
    ],
    'CE-06': [
      'Attempts at the maintenance login',
      {
        source: 'monitoring',
        severity: 'medium',
        trigger: 'Five failures within a minute on one vehicle.',
        criteria: 'From an address that is not ours.',
        response: 'Address blocked at the access point; release of CTL-14 brought forward.',
      },
      { project: 'Telematics unit' },
    ],
    'CE-07': [
      'Positions that can not be',
      {
        source: 'monitoring',
        severity: 'medium',
        trigger: 'Alert of impossible movement.',
        criteria: 'Three within a day at one place: a transmitter rather than a receiver.',
        response: 'Place reported to the authority for spectrum; geofence decisions there suspended.',
      },
      { project: 'Telematics unit' },
    ],
    'CE-08': [
      'Theft with an electronic key',
      {
        source: 'authority',
        severity: 'high',
        trigger: 'Police or insurer asks about a vehicle that was stolen without traces.',
        criteria: 'Unlocked or started within the hour before.',
        response: 'Key log secured; ranging data compared with TS-070.',
      },
      { project: 'Phone as a key', day: 76, status: 'IN_PROCESS' },
    ],
    'CE-09': [
      'Vehicles silent or garbled',
      {
        source: 'monitoring',
        severity: 'low',
        trigger: 'Silence of over an hour, or a storm of refused reports.',
        criteria: 'More than usual in one area or from one sender.',
        response: 'Operator asked about the network; sender blocked.',
      },
    ],
    'CE-10': [
      'Failed authenticators at driver assistance',
      {
        source: 'monitoring',
        severity: 'high',
        trigger: 'SecOC verification failed, reported by ADAS.',
        criteria: 'More than ten within a minute.',
        response: 'Vehicle called in; keys compared with the records of production.',
      },
      { project: 'Brake and steering' },
    ],
    'CE-11': [
      'Published weakness in a part',
      {
        source: 'public',
        severity: 'medium',
        trigger: 'New entry for software in a bill of materials.',
        criteria: 'The part is reachable from a channel that is external.',
        response: 'Analysis within ten days, treated as a threat scenario if it can be used.',
      },
    ],
  },
)

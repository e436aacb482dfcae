import { demoArtefacts } from '../build.ts'

export const specifications = demoArtefacts(
  'specification',
  { day: 55, project: 'Electric drive control', status: 'APPROVED' },
  {
    'DSP-001': [
      'Secured messages of the powertrain',
      {
        level: 'software',
        version: '1.1',
        text:
          'AUTOSAR SecOC with profile "24 bit CMAC, 8 bit freshness". Secured: 0x0A0, 0x0A8, 0x2B0. Keys: slots 4 ' +
          'to 6 of the security module. Freshness: trip counter (16 bits, kept), reset counter (8), message ' +
          'counter (16); the lowest eight bits are sent.',
      },
      { status: 'IN_PROCESS', from: { realised: 'CSR-112 CSR-114 CSR-117' }, to: { allocated: 'CO-31 CO-02' } },
    ],
    'DSP-002': [
      'Bootloader of the inverter',
      {
        level: 'software',
        version: '2.0',
        text:
          'Container: header, manifest, segments, two signatures (ECDSA P-256). Order: read header, verify both, ' +
          'erase, write, verify hash, set the flag "valid" last.',
      },
      { from: { realised: 'CSR-101 CSR-102 CSR-104' }, to: { allocated: 'CO-02' } },
    ],
    'DSP-003': [
      'Routing table of the gateway',
      {
        level: 'system',
        version: '3.4',
        text:
          '412 lines: identifier, source, destination, length, rate, range of values for the five lines from the ' +
          'connected domain. Generated from the communication matrix, signed with the software.',
      },
      {
        project: 'Gateway and diagnostics',
        from: { realised: 'CSR-131 CSR-132 CSR-133 CSR-136' },
        to: { allocated: 'CO-01' },
      },
    ],
    'DSP-004': [
      'Diagnostic authentication',
      {
        level: 'software',
        version: '0.9',
        text:
          'Service 0x29, certificate exchange in both directions, roles "read", "routine", "program". The old 0x27 ' +
          'stays until release 3.0, with delay.',
      },
      {
        project: 'Gateway and diagnostics',
        status: 'UNDER_REVIEW',
        from: { realised: 'CSR-138 CSR-140 CSR-141 CSR-142' },
        to: { allocated: 'CO-01' },
      },
    ],
    'DSP-005': [
      'Boot chain of the gateway',
      {
        level: 'hardware',
        version: '1.3',
        text:
          'ROM, first loader, hypervisor, two partitions. Hash of the root key in fuses; a second slot for its ' +
          'successor.',
      },
      { project: 'Gateway and diagnostics', from: { realised: 'CSR-145 CSR-146' }, to: { allocated: 'CO-01 CO-28' } },
    ],
    'DSP-006': [
      'Distribution of freshness',
      {
        level: 'system',
        version: '0.8',
        text:
          'The gateway sends the trip counter every 100 ms and at wake-up; a receiver without it requests it, and ' +
          'holds zero torque meanwhile.',
      },
      { status: 'IN_PROCESS', from: { realised: 'CSR-115 CSR-113' }, to: { allocated: 'CO-01 CO-02' } },
    ],
    'DSP-007': [
      'Update client of the telematics unit',
      {
        level: 'software',
        version: '4.1',
        text:
          'Two partitions, switched after a verified start; rollback number in fuses; manifest by our key, image ' +
          "by the supplier's.",
      },
      { project: 'Telematics unit', from: { realised: 'CSR-161 CSR-162 CSR-163 CSR-164' }, to: { allocated: 'CO-30' } },
    ],
    'DSP-008': [
      'Authorisation service',
      {
        level: 'system',
        version: '0.7',
        text:
          'Decision point with the record of ownership; every service calls it over mutual TLS; answers are kept ' +
          'for 60 seconds at the most.',
      },
      {
        project: 'Telematics unit',
        status: 'IN_PROCESS',
        from: { realised: 'CSR-167 CSR-168 CSR-170 CSR-175' },
        to: { allocated: 'CO-21' },
      },
    ],
    'DSP-009': [
      'Maintenance access',
      {
        level: 'software',
        version: '1.0',
        text:
          'Certificates from the maintenance service, tied to the serial number; sshd listens on the tunnel ' +
          'interface alone; password authentication is compiled out.',
      },
      {
        project: 'Telematics unit',
        status: 'UNDER_REVIEW',
        from: { realised: 'CSR-171 CSR-172 CSR-173 CSR-174' },
        to: { allocated: 'CO-30' },
      },
    ],
    'DSP-010': [
      'Aliases of positions',
      {
        level: 'system',
        version: '0.4',
        text: "The unit derives the day's alias from a secret and the date; the alias service alone can turn it back.",
      },
      {
        project: 'Telematics unit',
        status: 'CREATED',
        from: { realised: 'CSR-176 CSR-177' },
        to: { allocated: 'CO-21 CO-15' },
      },
    ],
    'DSP-011': [
      'Event reporting',
      {
        level: 'software',
        version: '1.5',
        text:
          'Sensors hand events to the manager in the gateway; qualified, numbered, stored, sent as syslog over TLS ' +
          'by the telematics unit.',
      },
      { project: 'Gateway and diagnostics', from: { realised: 'CSR-149 CSR-150 CSR-152' }, to: { allocated: 'CO-29' } },
    ],
    'DSP-012': [
      'Ranging of the access control',
      {
        level: 'hardware',
        version: '0.6',
        text:
          'Four anchors, two-sided ranging with scrambled timestamps, 20 measurements a second while a phone is ' +
          'connected.',
      },
      {
        project: 'Phone as a key',
        day: 38,
        status: 'IN_PROCESS',
        from: { realised: 'CSR-196 CSR-198' },
        to: { allocated: 'CO-18' },
      },
    ],
  },
)

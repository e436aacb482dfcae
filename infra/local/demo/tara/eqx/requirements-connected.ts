import { demoArtefacts } from '../build.ts'
import { must } from '../requirement.ts'

const brightline = { owner: 'Brightline Telematics' }
const cloud = { owner: 'Vehicle cloud' }
const plover = { owner: 'Plover Access' }

/** Requirements of the telematics unit. */
export const telematicsRequirements = demoArtefacts(
  'requirement',
  { day: 74, project: 'Telematics unit', status: 'APPROVED' },
  {
    'CSR-161': [
      'Only released and current software',
      must(
        'The telematics unit shall install an image only if both signatures verify and its rollback number is ' +
          'not lower than the stored one.',
        'cybersecurity',
        'test',
        brightline,
      ),
      { from: { demands: 'CG-14 SC-14' }, to: { realised: 'CTL-15 CTL-02', allocated: 'CO-15 CO-30' } },
    ],
    'CSR-162': [
      'Rollback number in fuses',
      must(
        'The rollback number shall be in fuses, and be raised with every release that closes a weakness.',
        'hardware',
        'test',
        brightline,
      ),
      { from: { refines: 'CSR-161' }, to: { allocated: 'CO-15' } },
    ],
    'CSR-163': [
      'Update service proves itself',
      must(
        'The unit shall speak with the update service over TLS 1.3 alone, with certificates of our own root on ' +
          'both sides.',
        'software',
        'test',
        brightline,
      ),
      { from: { refines: 'CSR-161' }, to: { realised: 'CTL-05', allocated: 'CO-15 CO-22 CH-07' } },
    ],
    'CSR-164': [
      'Signature before parsing',
      must(
        'No field of a container shall be interpreted before its signature was verified, except the length of ' +
          'the header.',
        'software',
        'review',
        brightline,
      ),
      { from: { refines: 'CSR-161' }, to: { allocated: 'CO-30' } },
    ],
    'CSR-165': [
      'Releases by two people',
      must(
        'A release shall be signed only with the approval of two people of different departments, by a key in ' +
          'hardware.',
        'process',
        'inspection',
        { owner: 'IT security' },
      ),
      { from: { refines: 'CSR-161', demands: 'CC-05' }, to: { realised: 'CTL-23', allocated: 'CO-23' } },
    ],
    'CSR-166': [
      'Campaigns stop by themselves',
      must(
        'A campaign shall pause when more than one in a thousand vehicles refuses its image.',
        'operation',
        'test',
        cloud,
      ),
      { from: { refines: 'CSR-161', demands: 'CE-04' }, to: { allocated: 'CO-22' } },
    ],
    'CSR-167': [
      'Ownership is checked at each call',
      must(
        'Each call that names a vehicle shall be refused unless the account owns it or was given that right by ' +
          'the owner.',
        'cybersecurity',
        'test',
        cloud,
      ),
      { status: 'IN_PROCESS', from: { demands: 'CG-15 SC-15' }, to: { realised: 'CTL-06', allocated: 'CO-21' } },
    ],
    'CSR-168': [
      'One authorisation service',
      must(
        'Services of the vehicle cloud shall take decisions from the authorisation service, and have none of ' +
          'their own.',
        'software',
        'review',
        cloud,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-167' }, to: { allocated: 'CO-21' } },
    ],
    'CSR-169': [
      'Numbers in rows are noticed',
      must(
        'An account that requests more than five vehicles that are not its own within an hour shall be locked ' +
          'and reported to the SOC.',
        'operation',
        'test',
        cloud,
      ),
      { status: 'CREATED', from: { refines: 'CSR-167', demands: 'CE-05' }, to: { allocated: 'CO-21' } },
    ],
    'CSR-170': [
      'Tokens are short',
      must("Tokens of the app shall last an hour and be bound to the phone's key.", 'software', 'test', cloud),
      { status: 'IN_PROCESS', from: { refines: 'CSR-167' }, to: { allocated: 'CO-21' } },
    ],
    'CSR-171': [
      'Maintenance by certificate',
      must(
        'SSH of the unit shall accept certificates alone, issued for one vehicle and one hour.',
        'cybersecurity',
        'test',
        brightline,
      ),
      { status: 'UNDER_REVIEW', from: { demands: 'CG-16 SC-15' }, to: { realised: 'CTL-14', allocated: 'CO-30' } },
    ],
    'CSR-172': [
      'No passwords, no shared keys',
      must(
        'No unit shall hold a password for a login, nor a key that another unit holds.',
        'production',
        'inspection',
        brightline,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-171' }, to: { allocated: 'CO-30' } },
    ],
    'CSR-173': [
      'SSH from the maintenance network only',
      must('The unit shall answer SSH only on the tunnel of the maintenance service.', 'software', 'test', brightline),
      { from: { refines: 'CSR-171' }, to: { allocated: 'CO-30 CH-07' } },
    ],
    'CSR-174': [
      'Failed logins are reported',
      must('Five failed logins within a minute shall be a security event.', 'operation', 'test', brightline),
      { from: { refines: 'CSR-171', demands: 'CE-06' }, to: { allocated: 'CO-30' } },
    ],
    'CSR-175': [
      'Staff commands need consent',
      must(
        "A command by staff shall need the owner's consent in the app, or the approval of a second person, and " +
          'be recorded for two years.',
        'process',
        'inspection',
        cloud,
      ),
      { from: { demands: 'CG-17 SC-15' }, to: { allocated: 'CO-21' } },
    ],
    'CSR-176': [
      'Positions under an alias',
      must(
        'Position reports shall carry an alias that changes every day; the list of aliases shall be in a service ' +
          'of its own.',
        'cybersecurity',
        'test',
        cloud,
      ),
      { status: 'IN_PROCESS', from: { demands: 'CG-19 SC-19' }, to: { realised: 'CTL-08', allocated: 'CO-21 CO-15' } },
    ],
    'CSR-177': [
      'Positions for seven days',
      must(
        'Position reports shall be erased after seven days, copies and backups included within 30.',
        'process',
        'analysis',
        cloud,
      ),
      { status: 'IN_PROCESS', from: { refines: 'CSR-176' }, to: { allocated: 'CO-21' } },
    ],
    'CSR-178': [
      'Partners by consent',
      must(
        'A partner shall read positions only of vehicles whose owner consented, and only while the consent is valid.',
        'software',
        'test',
        cloud,
      ),
      { status: 'CREATED', from: { refines: 'CSR-176' }, to: { allocated: 'CO-21' } },
    ],
    'CSR-179': [
      'Positions are plausible',
      must(
        'A report whose position disagrees with odometry by more than 500 m shall be marked.',
        'software',
        'test',
        brightline,
      ),
      { from: { demands: 'CC-08 CE-07' }, to: { realised: 'CTL-20', allocated: 'CO-15' } },
    ],
  },
)

/** Phone as a key: both the concept and these requirements are still being written. */
export const keyRequirements = demoArtefacts(
  'requirement',
  { day: 58, project: 'Phone as a key', status: 'IN_PROCESS' },
  {
    'CSR-191': [
      'Key in certified hardware',
      must(
        'A phone shall be paired only if it attests that the key was made in certified hardware and can not leave it.',
        'cybersecurity',
        'test',
        plover,
      ),
      { from: { demands: 'CG-20 SC-22' }, to: { allocated: 'CO-18 CO-24' } },
    ],
    'CSR-192': [
      'Attestation is renewed',
      must(
        'The key server shall ask for attestation every 24 hours, and let keys of unsound phones end.',
        'software',
        'test',
        plover,
      ),
      { from: { refines: 'CSR-191' }, to: { allocated: 'CO-24' } },
    ],
    'CSR-193': [
      'Lending needs a second way',
      must(
        'Lending a key shall need the card at the car, or an existing key inside it, beside the account.',
        'cybersecurity',
        'test',
        plover,
      ),
      { from: { demands: 'CG-21 SC-22 CE-08' }, to: { realised: 'CTL-16', allocated: 'CO-24 CO-18' } },
    ],
    'CSR-194': [
      'Lent keys end offline',
      must(
        'A lent key shall open nothing 24 hours after the last statement of the key server.',
        'software',
        'test',
        plover,
      ),
      { from: { refines: 'CSR-193' }, to: { realised: 'CTL-18', allocated: 'CO-18' } },
    ],
    'CSR-195': [
      'Owner sees all keys',
      must(
        'The owner shall see every key with its last use, and withdraw any with one tap.',
        'functional',
        'review',
        plover,
      ),
      { status: 'CREATED', from: { refines: 'CSR-193' }, to: { allocated: 'CO-24' } },
    ],
    'CSR-196': [
      'Distance by time of flight',
      must(
        'Unlocking and start release shall need a distance under 2 m, measured by UWB with scrambled timestamps ' +
          'within the last second.',
        'cybersecurity',
        'test',
        plover,
      ),
      {
        status: 'UNDER_REVIEW',
        from: { demands: 'CG-22 SC-22' },
        to: { realised: 'CTL-17', allocated: 'CO-18 CH-10' },
      },
    ],
    'CSR-197': [
      'No falling back to strength',
      must('Without a distance by UWB the doors shall open by card alone.', 'functional', 'test', plover),
      { from: { refines: 'CSR-196' }, to: { allocated: 'CO-18' } },
    ],
    'CSR-198': [
      'Receiver resists early pulses',
      must(
        'The receiver shall refuse a first path that is more than 6 dB under the noise-compensated threshold.',
        'hardware',
        'test',
        plover,
      ),
      { from: { refines: 'CSR-196' }, to: { allocated: 'CO-18' } },
    ],
    'CSR-199': [
      'Unlock request is secured',
      must(
        'DoorsAndLocks (0x310) shall be secured by SecOC between access control and body controller.',
        'software',
        'test',
        { owner: 'Brenner Networks' },
      ),
      { from: { refines: 'CSR-196' }, to: { realised: 'CTL-21', allocated: 'CO-13 CO-18' } },
    ],
  },
)

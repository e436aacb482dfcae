import type { AccessProbes } from '../support/access-probes.ts'

const id = '0'.repeat(32)

/** Calls about cryptographic assets. */
export const probes: AccessProbes = {
  isolation({ theirs }) {
    const program = { program_uuid: theirs.programUuid }
    return {
      'v2/app/sbom/crypto/assets': [
        { say: program, status: 404 },
        { say: { release_uuid: theirs.releaseUuid }, status: 404 },
        { say: { software_uuid: theirs.softwareUuid }, status: 404 },
        { say: {}, status: 200 },
      ],
      'v2/app/sbom/crypto/assets/export': [{ say: program, status: 404 }],
      'v2/app/sbom/crypto/assets/get': [{ say: { id, ...program }, status: 404 }],
      'v2/app/sbom/crypto/posture': [
        { say: program, status: 404 },
        { say: {}, status: 200 },
      ],
      'v2/app/sbom/crypto/migration': [{ say: program, status: 404 }],
      'v2/app/sbom/crypto/expiries': [{ say: program, status: 404 }],
      'v2/app/sbom/crypto/policy': [{ say: {}, status: 200 }],
      'v2/app/sbom/crypto/policy/save': [{ say: { revision: 99 }, status: 409 }],
    }
  },
  calls(mine) {
    const scope = { release_uuid: mine.releaseUuid, software_uuid: mine.softwareUuid, program_uuid: mine.programUuid }
    const filter = {
      ...scope,
      q: 'rsa',
      type: 'algorithm',
      class: 'weak',
      rule: 'weak-hash',
      severity: 'high,critical',
    }
    return {
      'v2/app/sbom/crypto/assets': { ...filter, cursor: id, limit: '5' },
      'v2/app/sbom/crypto/assets/export': filter,
      'v2/app/sbom/crypto/assets/get': { ...scope, id },
      'v2/app/sbom/crypto/posture': scope,
      'v2/app/sbom/crypto/migration': scope,
      'v2/app/sbom/crypto/expiries': scope,
      'v2/app/sbom/crypto/policy': {},
      'v2/app/sbom/crypto/policy/save': {
        revision: 99,
        severities: { 'weak-hash': 'low' },
        expiry_days: 30,
        end_of_life: '2040-01-01',
        secure_storage: ['our module'],
      },
    }
  },
}
